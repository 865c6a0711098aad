//! Runs the examples of one spec file: loads it, then each example with its hooks, and says what became of it.

use std::rc::Rc;
use std::time::Instant;

use evaluator::memory_world::MemoryWorld;
use evaluator::place::ExprId;
use evaluator::ruby::interpreter::{Ran, Ruby, RubyInterrupt};
use evaluator::ruby::value::{RubyProc, RubyValue};
use evaluator::scope::ScopeId;
use evaluator::{FileId, Interpreter, Place, Request};

use super::selection::Candidate;
use super::{ExampleResult, Failure, Part, Selection, Status};
use crate::environment::Environment;
use crate::language::example_calls::{PENDING, SKIP};
use crate::language::host::SpecHost;
use crate::language::state::{GroupKind, Running, Skip};

/// What became of code: nothing special, or the reason why it ended.
enum Ending {
    Passed,
    Failed(Failure),
    Skipped(String),
    NotRun(String),
}

/// Hears of each result; false stops the run.
pub type Done<'a> = &'a dyn Fn(&ExampleResult) -> bool;

/// Runs one part of a spec file.
pub fn run_file(
    environment: &Rc<Environment>,
    file: &str,
    part: Part,
    selection: &Selection,
    done: Done<'_>,
) -> Vec<ExampleResult> {
    let world = MemoryWorld::new();
    let request = Request::catalog("spec");
    let mut interpreter = Interpreter::new(&world, &request);
    let place = Place::new(FileId(0), ExprId(0));
    let mut ruby = Ruby::new(&mut interpreter, ScopeId::TOP, place, &[]);
    let host = Rc::new(SpecHost::new(environment.clone()));
    ruby.host = Some(host.clone());
    let loaded = host.load_file(&mut ruby, &format!("{}/{file}", environment.root));
    let mut results = Vec::new();
    if let Some(problem) = load_problem(&host, file, loaded) {
        if part.index == 0 {
            done(&problem);
            results.push(problem);
        }
        return results;
    }
    if part.index == 0 {
        for result in left_out_groups(&host, file) {
            done(&result);
            results.push(result);
        }
    }
    let count = host.state.borrow().examples.len();
    for number in (0..count).filter(|number| number % part.of == part.index) {
        if !is_wanted(&host, number, selection) {
            continue;
        }
        let result = run_example(&host, &mut ruby, number);
        let goes_on = done(&result);
        results.push(result);
        if !goes_on {
            break;
        }
    }
    results
}

/// Returns the result that stands for a whole file that could not be loaded.
fn load_problem(host: &SpecHost, file: &str, loaded: Ran<bool>) -> Option<ExampleResult> {
    let interrupt = match loaded {
        Ok(true) => return None,
        Ok(false) => Box::new(RubyInterrupt::Unsupported { what: "the file cannot be read".into(), offset: 0 }),
        Err(interrupt) => interrupt,
    };
    let current = host.state.borrow().current_file();
    let at = |offset: u32| {
        current.as_ref().map_or_else(String::new, |file| format!(" ({}:{})", file.path, file.line(offset)))
    };
    let mut result = whole_group(format!("./{file}"), format!("./{file}"), 0);
    match ending(interrupt, &at) {
        Ending::Failed(failure) => {
            result.status = Status::Failed;
            result.failure = Some(failure);
        }
        Ending::NotRun(reason) | Ending::Skipped(reason) => result.reason = Some(reason),
        Ending::Passed => return None,
    }
    Some(result)
}

fn left_out_groups(host: &SpecHost, file: &str) -> Vec<ExampleResult> {
    let state = host.state.borrow();
    let results = state.problems.iter().map(|problem| {
        let group = &state.groups[problem.group];
        let mut result = whole_group(format!("./{file}[{}]", group.scoped_id), format!("./{file}"), group.line);
        result.description = group.description.clone();
        result.full_description = descriptions(&state, problem.group).join(" ");
        result.reason = Some(format!("{} ({})", problem.what, problem.place));
        result
    });
    results.collect()
}

fn whole_group(id: String, file_path: String, line_number: u32) -> ExampleResult {
    ExampleResult {
        description: id.clone(),
        full_description: id.clone(),
        id,
        status: Status::NotRun,
        file_path,
        line_number,
        run_time: Default::default(),
        failure: None,
        reason: None,
        pending_message: None,
        number: 0,
        is_whole_group: true,
    }
}

/// Returns the descriptions of a group and those around it, outermost first.
fn descriptions(state: &crate::language::state::State, group: usize) -> Vec<String> {
    let mut found: Vec<String> = state.ancestors(group).map(|group| state.groups[group].description.clone()).collect();
    found.reverse();
    found
}

fn is_wanted(host: &SpecHost, number: usize, selection: &Selection) -> bool {
    let state = host.state.borrow();
    let example = &state.examples[number];
    if example.is_excluded {
        return false;
    }
    let groups = descriptions(&state, example.group);
    let group_lines: Vec<u32> = state.ancestors(example.group).map(|group| state.groups[group].line).collect();
    let full = format!("{} {}", groups.join(" "), example.description.as_deref().unwrap_or_default());
    selection.wants(&Candidate {
        file: &example.file.path,
        line: example.line,
        group_lines: &group_lines,
        full_description: &full,
        group_descriptions: &groups,
    })
}

fn run_example(host: &SpecHost, ruby: &mut Ruby<'_, '_>, number: usize) -> ExampleResult {
    let started = Instant::now();
    let (block, group, skip, file, line, id, description, groups) = {
        let mut state = host.state.borrow_mut();
        let group = state.examples[number].group;
        state.running = Some(Running { group, ..Running::default() });
        state.puppet_settings.clear();
        let groups = descriptions(&state, group);
        let example = &state.examples[number];
        let (file, line) = (example.file.clone(), example.line);
        let (block, skip) = (example.block.clone(), example.skip.clone());
        (block, group, skip, file, line, example.id.clone(), example.description.clone(), groups)
    };
    ruby.instance_variables.clear();
    ruby.steps = 0;
    let at = |offset: u32| match offset {
        0 => format!(" ({}:{line})", file.path),
        offset => format!(" ({}:{})", file.path, file.line(offset)),
    };
    let ended = match (&skip, block) {
        (Some(Skip::Skipped(reason)), _) => Ending::Skipped(reason.clone()),
        (_, None) => Ending::Skipped("Not yet implemented".into()),
        (_, Some(block)) => match run_with_hooks(host, ruby, group, &block) {
            Ok(()) => Ending::Passed,
            Err(interrupt) => ending(interrupt, &at),
        },
    };
    let running = host.state.borrow_mut().running.take();
    let generated = running.and_then(|running| running.matcher);
    let description = description.or(generated).unwrap_or_else(|| format!("example at {}:{line}", file.path));
    let mut result = whole_group(id, file.path.clone(), line);
    result.is_whole_group = false;
    result.number = number;
    result.full_description = format!("{} {description}", groups.join(" "));
    result.description = description;
    result.run_time = started.elapsed();
    decide(&mut result, ended, skip);
    result
}

fn decide(result: &mut ExampleResult, ended: Ending, skip: Option<Skip>) {
    match (ended, skip) {
        (Ending::Skipped(reason), _) => {
            result.status = Status::Pending;
            result.pending_message = Some(reason);
        }
        (Ending::NotRun(reason), _) => result.reason = Some(reason),
        (Ending::Failed(_), Some(Skip::Pending(reason))) => {
            result.status = Status::Pending;
            result.pending_message = Some(reason);
        }
        (Ending::Passed, Some(Skip::Pending(reason))) => {
            result.status = Status::Failed;
            let message = format!("Expected pending '{reason}' to fail. No error was raised.");
            result.failure = Some(Failure { class: "RSpec::Core::Pending::PendingExampleFixedError".into(), message });
        }
        (Ending::Failed(failure), _) => {
            result.status = Status::Failed;
            result.failure = Some(failure);
        }
        (Ending::Passed, _) => result.status = Status::Passed,
    }
}

/// Runs hooks and definitions that are wanted at once, then the example itself.
fn run_with_hooks(host: &SpecHost, ruby: &mut Ruby<'_, '_>, group: usize, block: &Rc<RubyProc>) -> Ran<()> {
    let (kind, eager, hooks) = {
        let state = host.state.borrow();
        let mut groups: Vec<usize> = state.ancestors(group).collect();
        groups.reverse();
        let eager: Vec<String> = groups
            .iter()
            .flat_map(|group| state.groups[*group].lets.iter().filter(|(_, definition)| definition.is_eager))
            .map(|(name, _)| name.clone())
            .collect();
        let inner = groups.iter().flat_map(|group| state.groups[*group].befores.iter());
        let hooks: Vec<Rc<RubyProc>> = state.befores.iter().chain(inner).cloned().collect();
        (state.groups[group].kind, eager, hooks)
    };
    match kind {
        GroupKind::Other => return ruby.unsupported("unit tests of Ruby code", 0),
        GroupKind::Function => return ruby.unsupported("specs of functions", 0),
        GroupKind::Class | GroupKind::Define | GroupKind::Host | GroupKind::TypeAlias => {}
    }
    for hook in hooks {
        ruby.call_proc(&hook, vec![RubyValue::Nil])?;
    }
    for name in eager {
        host.optional(ruby, &name)?;
    }
    ruby.call_proc(block, Vec::new()).map(|_| ())
}

/// Says what an interrupt means for an example; `at` names a place.
fn ending(interrupt: Box<RubyInterrupt>, at: &dyn Fn(u32) -> String) -> Ending {
    match *interrupt {
        RubyInterrupt::Raise { class, message } if class == SKIP => {
            drop(class);
            Ending::Skipped(message)
        }
        RubyInterrupt::Raise { class, .. } if class == PENDING => {
            Ending::NotRun(format!("pending inside of an example{}", at(0)))
        }
        RubyInterrupt::Raise { class, message } => Ending::Failed(Failure { class: class.to_string(), message }),
        RubyInterrupt::Unsupported { what, offset } => Ending::NotRun(format!("{what}{}", at(offset))),
        RubyInterrupt::Unknown(reason) => {
            Ending::NotRun(format!("a value that is not known: {}{}", reason.reason, at(0)))
        }
        RubyInterrupt::Puppet(_) => Ending::NotRun(format!("a limit of steps or size{}", at(0))),
        RubyInterrupt::Next(_) | RubyInterrupt::Break(_) | RubyInterrupt::Return(_) => Ending::Passed,
    }
}
