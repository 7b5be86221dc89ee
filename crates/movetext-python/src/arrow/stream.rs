//! Batches that threads make while somebody takes them.

use super::plan::Plan;
use crate::input::Input;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Batches that wait to be taken.
const WAITING: usize = 2;
/// How often signals are looked after while nothing comes.
const PATIENCE: Duration = Duration::from_millis(100);

type Message = PyResult<RecordBatch>;

/// The batches of a table, as an Arrow stream.
pub struct Batches {
    schema: SchemaRef,
    rows: usize,
    messages: Receiver<Message>,
    failed: Option<ArrowError>,
}

impl Batches {
    /// Starts to read.
    pub fn start(plan: Plan, inputs: Arc<Vec<Input>>) -> Result<Batches, ArrowError> {
        let schema = plan.schema()?;
        let rows = plan.rows;
        let (sender, messages) = sync_channel(WAITING);
        thread::spawn(move || produce(&plan, &inputs, &sender));
        Ok(Batches {
            schema,
            rows,
            messages,
            failed: None,
        })
    }

    /// The next batch as a thread made it. Python is let run meanwhile, whoever waits, and Ctrl-C ends the waiting.
    fn receive(&mut self) -> Option<Message> {
        let receiver = &mut self.messages;
        Python::attach(|py| {
            loop {
                let messages = &mut *receiver;
                match py.detach(move || messages.recv_timeout(PATIENCE)) {
                    Ok(message) => return Some(message),
                    Err(RecvTimeoutError::Disconnected) => return None,
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(error) = py.check_signals() {
                            return Some(Err(error));
                        }
                    }
                }
            }
        })
    }
}

/// Reads until all is read, or nobody takes it any more.
fn produce(plan: &Plan, inputs: &[Input], sender: &SyncSender<Message>) {
    let done = plan.read(inputs, &mut Vec::new(), |batch| {
        match sender.send(Ok(batch)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    if let Err(error) = done {
        let _ = sender.send(Err(error));
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut parts, mut rows) = (Vec::new(), 0);
        while rows < self.rows && self.failed.is_none() {
            match self.receive() {
                Some(Ok(batch)) => {
                    rows += batch.num_rows();
                    parts.push(batch);
                }
                Some(Err(error)) => {
                    self.failed = Some(ArrowError::from_external_error(Box::new(error)));
                }
                None => break,
            }
        }
        match &parts[..] {
            [] => self.failed.take().map(Err),
            [_] => parts.pop().map(Ok),
            _ => Some(concat_batches(&self.schema, &parts)),
        }
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
