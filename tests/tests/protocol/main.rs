//! The functions as processes that speak the Lambda Runtime API, with a runtime of the test's own on the other end. The
//! programs are made of the functions' own `main`s.

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
