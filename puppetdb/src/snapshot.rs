//! The folder of a snapshot: `inventory.jsonl` with a line for each node, `exported.json`, `catalogs.jsonl` where wanted, and
//! `snapshot.json`, which is written last and says that the others are complete.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value as Json, json};

use crate::client::Client;
use crate::error::Error;

const MARK: &str = "snapshot.json";
const NODES: &str = "inventory.jsonl";
const EXPORTED: &str = "exported.json";
const CATALOGS: &str = "catalogs.jsonl";
/// Catalogs are large: fewer of them are asked for at once.
const CATALOGS_PER_PAGE: usize = 20;

pub struct Snapshot<'s> {
    pub client: &'s Client,
    pub folder: &'s Path,
    /// Which nodes, in PuppetDB's query language.
    pub query: Option<&'s str>,
    pub has_catalogs: bool,
    pub page_size: usize,
}

/// What is asked for, page by page.
struct Pages<'p> {
    endpoint: &'p str,
    query: Option<String>,
    order: &'p [&'p str],
    size: usize,
    /// As the progress names it.
    what: &'p str,
}

impl Snapshot<'_> {
    /// Takes the snapshot and returns what there is of it, in words.
    pub fn take(&self) -> Result<String, Error> {
        if let Some(query) = self.query {
            serde_json::from_str::<Json>(query).map_err(|error| Error::BadQuery(error.to_string()))?;
        }
        self.prepare()?;
        let query = self.query.map(str::to_string);
        let nodes = Pages {
            endpoint: "inventory",
            query: query.clone(),
            order: &["certname"],
            size: self.page_size,
            what: "nodes",
        };
        let count = self.lines(NODES, &nodes)?;
        if count == 0 {
            return Err(Error::NoNodes { url: self.client.url().to_string() });
        }
        let exported = self.exported()?;
        let mut catalogs = 0;
        if self.has_catalogs {
            let pages =
                Pages { endpoint: "catalogs", query, order: &["certname"], size: CATALOGS_PER_PAGE, what: "catalogs" };
            catalogs = self.lines(CATALOGS, &pages)?;
        }
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let mark = json!({
            "format": 1, "url": self.client.url(), "taken": seconds, "query": self.query,
            "nodes": count, "exported": exported, "catalogs": catalogs,
        });
        self.write(MARK, |file| writeln!(file, "{mark:#}"))?;
        Ok(format!(
            "{count} nodes, {exported} exported resources and {catalogs} catalogs are in {}",
            self.folder.display()
        ))
    }

    /// Makes the folder; an old snapshot in it is not valid from now on.
    fn prepare(&self) -> Result<(), Error> {
        let unwritable = |problem| Error::Unwritable { path: self.folder.to_path_buf(), problem };
        std::fs::create_dir_all(self.folder).map_err(unwritable)?;
        let mark = self.folder.join(MARK);
        if mark.exists() {
            for name in [MARK, NODES, EXPORTED, CATALOGS] {
                let path = self.folder.join(name);
                if path.exists() {
                    std::fs::remove_file(&path).map_err(|problem| Error::Unwritable { path, problem })?;
                }
            }
        }
        let mut entries = std::fs::read_dir(self.folder).map_err(unwritable)?;
        // What an attempt that was interrupted has left may be written again.
        let is_ours = |name: &std::ffi::OsStr| [NODES, EXPORTED, CATALOGS].iter().any(|own| name == *own);
        match entries.any(|entry| entry.is_ok_and(|entry| !is_ours(&entry.file_name()))) {
            true => Err(Error::NotASnapshot(self.folder.to_path_buf())),
            false => Ok(()),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn write(&self, name: &str, write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>) -> Result<(), Error> {
        let path = self.path(name);
        let written = File::create(&path).and_then(|file| {
            let mut file = BufWriter::new(file);
            write(&mut file)?;
            file.flush()?;
            file.get_ref().sync_all()
        });
        written.map_err(|problem| Error::Unwritable { path, problem })
    }

    /// Writes each element of an endpoint on a line.
    fn lines(&self, name: &str, pages: &Pages<'_>) -> Result<usize, Error> {
        let path = self.path(name);
        let unwritable = |problem| Error::Unwritable { path: path.clone(), problem };
        let mut file = BufWriter::new(File::create(&path).map_err(unwritable)?);
        let count = self.each(pages, |element| writeln!(file, "{element}").map_err(unwritable))?;
        file.flush().map_err(unwritable)?;
        Ok(count)
    }

    fn exported(&self) -> Result<usize, Error> {
        let path = self.path(EXPORTED);
        let unwritable = |problem| Error::Unwritable { path: path.clone(), problem };
        let mut file = BufWriter::new(File::create(&path).map_err(unwritable)?);
        let pages = Pages {
            endpoint: "resources",
            query: Some(json!(["=", "exported", true]).to_string()),
            order: &["certname", "type", "title"],
            size: self.page_size.max(500),
            what: "exported resources",
        };
        let mut separator = "[\n";
        let count = self.each(&pages, |resource| {
            let fields = ["type", "title", "parameters", "tags", "certname"];
            let kept: serde_json::Map<String, Json> =
                fields.iter().map(|name| (name.to_string(), resource[*name].clone())).collect();
            let written = write!(file, "{separator}{}", Json::Object(kept)).map_err(unwritable);
            separator = ",\n";
            written
        })?;
        let end = if count == 0 { "[]\n" } else { "\n]\n" };
        file.write_all(end.as_bytes()).and_then(|()| file.flush()).map_err(unwritable)?;
        Ok(count)
    }

    /// Calls a function with each element of all pages; returns how many there are.
    fn each(&self, pages: &Pages<'_>, mut add: impl FnMut(Json) -> Result<(), Error>) -> Result<usize, Error> {
        let shows = std::io::stderr().is_terminal();
        let order: Vec<Json> = pages.order.iter().map(|field| json!({"field": field, "order": "asc"})).collect();
        let mut offset = 0;
        loop {
            let mut parameters = vec![
                ("limit", pages.size.to_string()),
                ("offset", offset.to_string()),
                ("order_by", Json::Array(order.clone()).to_string()),
            ];
            parameters.extend(pages.query.clone().map(|query| ("query", query)));
            let elements = self.client.list(pages.endpoint, &parameters)?;
            let length = elements.len();
            elements.into_iter().try_for_each(&mut add)?;
            offset += length;
            if shows {
                eprint!("\r{offset} {}        ", pages.what);
            }
            if length < pages.size {
                if shows {
                    eprint!("\r{:40}\r", "");
                }
                return Ok(offset);
            }
        }
    }
}
