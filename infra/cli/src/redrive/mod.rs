//! Applies parked stream records. The mapping parks records in its failure destination if the change consumer failed on them too
//! often, or if they waited too long.
//!
//! A [`Folder`] contains the invocation records as the destination wrote them. The tool processes the records of each file as the
//! change consumer does, and moves a file to the subfolder `redriven` after it has applied all its records. You can apply records
//! repeatedly, in any order, and while the consumer runs. So if a redrive is interrupted, run it again.
//!
//! ```no_run
//! use favorites_cli::redrive::Folder;
//!
//! # async fn redrive() -> Result<(), Box<dyn std::error::Error>> {
//! let favorites = favorites_cli::redrive::connect().await?;
//! let folder = Folder::open("failed")?;
//! for file in folder.files()? {
//!     let records = folder.redrive(&file, &favorites).await?;
//!     println!("{}: {records} records were applied", file.display());
//! }
//! # Ok(())
//! # }
//! ```

mod connect;
mod document;
mod folder;

pub use self::connect::connect;
pub use self::document::DocumentError;
pub use self::folder::{FileError, Folder, FolderError, REDRIVEN};
