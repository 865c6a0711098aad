//! The salsa database itself, and the log of queries that tests read.

use std::sync::{Arc, Mutex};

use crate::file_system::{FileSystem, NoFiles};
use crate::file_table::FileTable;
use crate::inputs::Workspace;

#[salsa::db]
pub trait Db: salsa::Database {
    fn file_table(&self) -> &FileTable;

    fn workspace(&self) -> Workspace;

    fn file_system(&self) -> &dyn FileSystem;
}

#[salsa::db]
#[derive(Clone)]
pub struct RootDatabase {
    storage: salsa::Storage<Self>,
    files: FileTable,
    file_system: Arc<dyn FileSystem>,
    query_log: Option<QueryLog>,
}

type QueryLog = Arc<Mutex<Vec<String>>>;

#[salsa::db]
impl salsa::Database for RootDatabase {}

#[salsa::db]
impl Db for RootDatabase {
    fn file_table(&self) -> &FileTable {
        &self.files
    }

    fn workspace(&self) -> Workspace {
        Workspace::get(self)
    }

    fn file_system(&self) -> &dyn FileSystem {
        &*self.file_system
    }
}

impl RootDatabase {
    pub fn new() -> Self {
        RootDatabase {
            storage: salsa::Storage::new(None),
            files: FileTable::default(),
            file_system: Arc::new(NoFiles),
            query_log: None,
        }
    }

    /// Reads files that nobody gave it from here.
    pub fn set_file_system(&mut self, file_system: Arc<dyn FileSystem>) {
        self.file_system = file_system;
    }

    /// A database that notes the name of every query that it executes.
    pub fn with_query_log() -> Self {
        let log = QueryLog::default();
        let sink = log.clone();
        let callback = move |event: salsa::Event| {
            if let salsa::EventKind::WillExecute { database_key } = event.kind
                && let Ok(mut entries) = sink.lock()
            {
                let key = format!("{database_key:?}");
                entries.push(key.split('(').next().unwrap_or_default().to_string());
            }
        };
        RootDatabase {
            storage: salsa::Storage::new(Some(Box::new(callback))),
            files: FileTable::default(),
            file_system: Arc::new(NoFiles),
            query_log: Some(log),
        }
    }

    /// The names of the queries that ran since the last call, in order.
    pub fn take_query_log(&self) -> Vec<String> {
        match &self.query_log {
            Some(log) => log.lock().map(|mut entries| std::mem::take(&mut *entries)).unwrap_or_default(),
            None => Vec::new(),
        }
    }
}
