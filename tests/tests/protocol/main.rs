//! Runs the functions as processes that speak the Lambda Runtime API, which the tests serve. The programs consist of
//! the functions' own `main`s.

mod broken_table;
mod deadline;
mod functions;
mod init;
mod lifetime;
mod log;
mod misbehaving;
mod refused;
mod requests;
mod stream;
mod table;
mod tls;
