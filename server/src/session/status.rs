//! `puppet/status`: what the server is doing and for which context it shows values, pushed whenever that changes to clients that
//! asked for it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use analysis::Cancelled;

use crate::protocol::{Status, StatusContext, StatusState};
use crate::session::main_loop::{Event, EventSender};
use crate::session::snapshot::{Answer, Failure, Snapshot};
use crate::transport::outgoing::{Outgoing, OutgoingSender};

/// What is known of the status, and what the client was told last.
#[derive(Default)]
pub struct StatusPublisher {
    is_wanted: bool,
    is_reading: bool,
    context: StatusContext,
    problem: Option<String>,
    sent: Option<Status>,
    /// The document that was opened or edited last: its environment is the one that the status is about.
    document: Option<String>,
}

/// What a job has found out about the context.
pub struct FoundStatus {
    pub context: StatusContext,
    /// The evaluation goes on.
    pub is_evaluating: bool,
    /// What is wrong with the context, once it is evaluated.
    pub problem: Option<String>,
}

impl StatusPublisher {
    /// Begins to tell the client, where it asked for that.
    pub fn set_wanted(&mut self, is_wanted: bool) {
        self.is_wanted = is_wanted;
    }

    /// Remembers the document that the user works on.
    pub fn work_on(&mut self, path: &str) {
        if self.is_wanted {
            self.document = Some(path.to_string());
        }
    }

    pub fn begin_reading(&mut self, outgoing: &OutgoingSender) {
        self.is_reading = true;
        self.publish(StatusState::Reading, outgoing);
    }

    /// Ends the state `reading`. What comes next is told when the context that was read is known.
    pub fn end_reading(&mut self) {
        self.is_reading = false;
    }

    /// Takes over what a job has found, unless the workspace is being read anew.
    pub fn update(&mut self, found: FoundStatus, outgoing: &OutgoingSender) {
        if self.is_reading {
            return;
        }
        self.context = found.context;
        if found.is_evaluating {
            // What was wrong may still be: it is taken back when the evaluation ends.
            return self.publish(StatusState::Evaluating, outgoing);
        }
        self.problem = found.problem;
        self.publish(StatusState::Ready, outgoing);
    }

    fn publish(&mut self, state: StatusState, outgoing: &OutgoingSender) {
        let status = Status { state, context: self.context.clone(), problem: self.problem.clone() };
        if self.is_wanted && self.sent.as_ref() != Some(&status) {
            self.sent = Some(status.clone());
            let _ = outgoing.send(Outgoing::Status(status));
        }
    }

    /// Returns what tells about the evaluation of a snapshot, where the client wants to know.
    pub fn job(&self, revision: usize, events: &EventSender) -> Option<StatusJob> {
        let (events, document) = (events.clone(), self.document.clone());
        self.is_wanted.then(|| StatusJob { revision, events, document })
    }
}

/// Tells the main loop about the context of one state of the workspace.
pub struct StatusJob {
    revision: usize,
    events: EventSender,
    document: Option<String>,
}

impl StatusJob {
    /// Tells which context is about to be evaluated.
    pub fn begin(&self, snapshot: &Snapshot) {
        self.send(snapshot, |snapshot, file| {
            let is_evaluating = snapshot.config.evaluation_enabled && file.is_some();
            let context = context(snapshot, file)?;
            // Where nothing is evaluated, the end comes at once.
            Ok(is_evaluating.then_some(FoundStatus { context, is_evaluating, problem: None }))
        });
    }

    /// Tells how the evaluation went.
    pub fn end(&self, snapshot: &Snapshot) {
        self.send(snapshot, |snapshot, file| {
            let context = context(snapshot, file)?;
            let problem = match snapshot.config.problems.first() {
                Some(problem) => Some(problem.clone()),
                None => evaluation_problem(snapshot, file)?,
            };
            Ok(Some(FoundStatus { context, is_evaluating: false, problem }))
        });
    }

    fn send(
        &self,
        snapshot: &Snapshot,
        find: impl FnOnce(&Snapshot, Option<analysis::FileId>) -> Answer<Option<FoundStatus>>,
    ) {
        let open = self.document.as_ref().filter(|path| snapshot.open.contains_key(*path));
        let open = open.or_else(|| snapshot.open.keys().min());
        let file = open.and_then(|path| snapshot.analysis.file_id(path));
        // A write came between: the next state is looked at anew. A panic is in the log.
        if let Ok(Ok(Some(found))) = catch_unwind(AssertUnwindSafe(|| find(snapshot, file))) {
            let _ = self.events.send(Event::Status { found, revision: self.revision });
        }
    }
}

fn context(snapshot: &Snapshot, file: Option<analysis::FileId>) -> Answer<StatusContext> {
    let contexts = snapshot.analysis.contexts(file)?;
    Ok(StatusContext { node: contexts.node, facts: contexts.fact_set, edition: contexts.edition.to_string() })
}

fn evaluation_problem(snapshot: &Snapshot, file: Option<analysis::FileId>) -> Answer<Option<String>> {
    let Some(file) = file.filter(|_| snapshot.config.evaluation_enabled) else { return Ok(None) };
    match snapshot.analysis.evaluation_state(file) {
        Ok(state) => Ok(state.and_then(|state| state.problem)),
        Err(Cancelled::ByPanic) => {
            Ok(Some("the evaluation ended in a mistake of puppet-analyzer; see its log".to_string()))
        }
        Err(cancelled) => Err(Failure::Cancelled(cancelled)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc::UnboundedReceiver;

    fn found(node: &str, is_evaluating: bool, problem: Option<&str>) -> FoundStatus {
        let context = StatusContext { node: node.to_string(), ..StatusContext::default() };
        FoundStatus { context, is_evaluating, problem: problem.map(str::to_string) }
    }

    fn sent(messages: &mut UnboundedReceiver<Outgoing>) -> Vec<String> {
        let mut states = Vec::new();
        while let Ok(Outgoing::Status(status)) = messages.try_recv() {
            states.push(format!("{:?} {} {:?}", status.state, status.context.node, status.problem));
        }
        states
    }

    #[test]
    fn what_changes_is_told_once() {
        let (outgoing, mut messages) = crate::transport::outgoing::channel();
        let mut status = StatusPublisher::default();
        status.begin_reading(&outgoing);
        assert!(sent(&mut messages).is_empty(), "nobody asked");
        status.set_wanted(true);
        status.begin_reading(&outgoing);
        status.begin_reading(&outgoing);
        status.update(found("early", false, None), &outgoing);
        status.end_reading();
        status.update(found("a", true, None), &outgoing);
        status.update(found("a", false, Some("no")), &outgoing);
        status.update(found("a", false, Some("no")), &outgoing);
        status.update(found("a", true, None), &outgoing);
        status.update(found("a", false, None), &outgoing);
        assert_eq!(
            sent(&mut messages),
            ["Reading  None", "Evaluating a None", "Ready a Some(\"no\")", "Evaluating a Some(\"no\")", "Ready a None"]
        );
    }
}
