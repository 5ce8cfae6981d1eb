//! Serves the function that the variable `_HANDLER` names. Lambda sets it to the function's `Handler`.

use std::env;

use favorites_api::ServeError;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    let name = env::var("_HANDLER").unwrap_or_default();
    let function = functions::named(&name).ok_or(ServeError::Handler(name))?;
    function.serve().await
}
