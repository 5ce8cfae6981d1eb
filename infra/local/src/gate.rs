//! A gate that work passes through, and that can be closed until no work is under way.

use std::sync::Arc;

use favorites_api::Deadline;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use serde_json::Value;
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

use crate::invoke::{FunctionError, Functions, Invoke};

/// A gate. Clones are the same gate.
#[derive(Debug, Clone, Default)]
pub(crate) struct Gate(Arc<RwLock<()>>);

impl Gate {
    /// Waits while the gate is closed. The gate can't close until the result is dropped.
    pub(crate) async fn enter(&self) -> OwnedRwLockReadGuard<()> {
        Arc::clone(&self.0).read_owned().await
    }

    /// Closes the gate until the result is dropped. Waits for the work that has entered it.
    pub(crate) async fn close(&self) -> OwnedRwLockWriteGuard<()> {
        Arc::clone(&self.0).write_owned().await
    }

    /// Puts the functions behind this gate. None of them may invoke another one, because a gate that is closing admits nobody.
    pub(crate) fn before(&self, functions: Functions) -> Functions {
        functions.map(|function| Arc::new(Gated { function, gate: self.clone() }))
    }
}

/// A function behind a gate.
struct Gated {
    function: Arc<dyn Invoke>,
    gate: Gate,
}

impl Invoke for Gated {
    fn invoke(&self, event: Value, deadline: Deadline) -> BoxFuture<'static, Result<Value, FunctionError>> {
        let (function, gate) = (Arc::clone(&self.function), self.gate.clone());
        async move {
            let _entered = gate.enter().await;
            function.invoke(event, deadline).await
        }
        .boxed()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_gate_closes_after_the_calls_under_way_and_holds_back_later_ones() {
        let gate = Gate::default();
        let closed = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&closed);
        let functions = gate.before(Functions::new().with("slow", move |_: Value| {
            let seen = Arc::clone(&seen);
            async move {
                tokio::time::sleep(Duration::from_secs(1)).await;
                Ok(json!(seen.load(Ordering::SeqCst)))
            }
        }));
        let slow = functions.get("slow").unwrap();
        let invoke = || tokio::spawn(slow.invoke(Value::Null, Deadline::after(Duration::from_secs(9))));
        let under_way = invoke();
        tokio::time::sleep(Duration::from_millis(500)).await;
        let guard = gate.close().await;
        assert_eq!(under_way.await.unwrap(), Ok(json!(false)), "it ended before the gate closed");
        let later = invoke();
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert!(!later.is_finished());
        closed.store(true, Ordering::SeqCst);
        drop(guard);
        assert_eq!(later.await.unwrap(), Ok(json!(true)));
    }
}
