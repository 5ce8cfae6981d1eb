//! Runs the functions as processes that speak the Lambda Runtime API, which the tests serve. A program of
//! the tests serves them all, or the deployed programs do; see `functions`.

mod broken_table;
mod deadline;
mod functions;
mod init;
mod lifetime;
mod log;
mod misbehaving;
mod no_route;
mod poison;
mod refused;
mod requests;
mod stream;
mod table;
mod tls;
mod web;
