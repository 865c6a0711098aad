//! From the ids of an outcome to paths, lines and columns. The text, line index and source map of each file are looked up once.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use evaluator::error::{DataPlace, EvaluationError, ReportedAt};
use evaluator::fast_hash::FastMap;
use evaluator::message::Message;
use evaluator::{FileId, Outcome, Place};
use syntax::{ColumnUnit, LineIndex, SourceFile};

use super::Location;
use crate::FileRange;
use crate::db::Db;
use crate::inputs::FileInput;
use crate::queries;

/// Finds the places of one outcome.
pub struct Locator<'a> {
    pub(super) db: &'a dyn Db,
    outcome: &'a Outcome,
    files: RefCell<FastMap<FileId, Option<Rc<File<'a>>>>>,
    /// The file of the last place: the next one is most often in the same.
    last: RefCell<Option<(FileId, Rc<File<'a>>)>>,
}

struct File<'a> {
    db: &'a dyn Db,
    path: Arc<str>,
    input: Option<FileInput>,
    lines: OnceCell<(Arc<str>, Arc<LineIndex>)>,
    source: OnceCell<Option<Arc<SourceFile>>>,
    inline: Option<&'a evaluator::outcome::InlineSource>,
}

impl<'a> Locator<'a> {
    pub(crate) fn new(db: &'a dyn Db, outcome: &'a Outcome) -> Self {
        Locator { db, outcome, files: RefCell::default(), last: RefCell::default() }
    }

    /// Returns where an expression is reported; of a text of the evaluation itself too.
    pub fn place(&self, place: Place) -> Option<Location> {
        let file = self.file(place.file)?;
        let anchor = match (file.inline, file.source()) {
            (Some(inline), _) => inline.source_map.anchor(place.expr),
            (None, Some(source)) => source.source_map.anchor(place.expr),
            (None, None) => return None,
        };
        Some(file.offset(anchor))
    }

    /// Returns the text of an expression of a file.
    pub(super) fn range(&self, place: Place) -> Option<FileRange> {
        let file = self.file(place.file)?;
        Some(FileRange { file: place.file, range: file.source()?.source_map.range(place.expr) })
    }

    /// Returns a place that is found by line already.
    pub(super) fn line(&self, file: FileId, line: u32, column: u32) -> Option<Location> {
        Some(Location { path: self.file(file)?.path.clone(), line, column })
    }

    fn data(&self, place: DataPlace) -> Option<Location> {
        self.line(place.file, place.line, place.column)
    }

    /// Returns where an error is reported.
    pub(super) fn error(&self, error: &EvaluationError) -> Option<Location> {
        match error.reported_at()? {
            ReportedAt::Expression(place) => self.place(place),
            ReportedAt::Text { file, offset } => Some(self.file(file)?.offset(offset)),
            ReportedAt::Data(place) => self.data(place),
        }
    }

    /// Returns the place in a data file that is to blame for an error.
    pub(super) fn error_data(&self, error: &EvaluationError) -> Option<Location> {
        error.issue.data_place().and_then(|place| self.data(place))
    }

    /// Returns a message with its places written out.
    pub fn finish(&self, message: &Message) -> String {
        message.render(&mut |place| self.place(place))
    }

    /// Returns the source text of an expression.
    pub(super) fn text(&self, place: Place) -> Option<String> {
        let range = self.range(place)?.range;
        let text = queries::text(self.db, self.file(place.file)?.input?);
        text.get(range.start as usize..range.end as usize).map(str::to_string)
    }

    fn file(&self, id: FileId) -> Option<Rc<File<'a>>> {
        if let Some((last, file)) = &*self.last.borrow()
            && *last == id
        {
            return Some(file.clone());
        }
        let file = self.files.borrow_mut().entry(id).or_insert_with(|| self.find(id)).clone()?;
        *self.last.borrow_mut() = Some((id, file.clone()));
        Some(file)
    }

    fn find(&self, id: FileId) -> Option<Rc<File<'a>>> {
        let inline = self.outcome.inline_sources.iter().find(|inline| inline.file == id);
        let input = if inline.is_none() { Some(self.db.file_table().by_id(id)?) } else { None };
        let path = input.map_or_else(|| "inline template".into(), |input| input.path(self.db));
        Some(Rc::new(File { db: self.db, path, input, lines: OnceCell::new(), source: OnceCell::new(), inline }))
    }
}

impl File<'_> {
    fn source(&self) -> Option<&SourceFile> {
        let read = || self.input.map(|input| queries::source_file(self.db, input));
        self.source.get_or_init(read).as_deref()
    }

    fn offset(&self, offset: u32) -> Location {
        let (text, lines) = self.lines.get_or_init(|| match (self.inline, self.input) {
            (None, Some(input)) => (queries::text(self.db, input), queries::line_index(self.db, input)),
            (inline, _) => {
                let text = inline.map(|inline| inline.text.clone()).unwrap_or_default();
                let lines = Arc::new(LineIndex::new(&text));
                (text, lines)
            }
        });
        let at = lines.line_column(text, offset, ColumnUnit::CodePoints);
        Location { path: self.path.clone(), line: at.line + 1, column: at.column + 1 }
    }
}
