//! The S3 endpoint: objects, signatures, roles, and the lifecycle rules of the bucket.

mod expiry;
mod files;
mod objects;
mod roles;
mod signatures;
