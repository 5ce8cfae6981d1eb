//! Applies stream records that were parked: the consumer had failed on them too often, or they had waited too long, and
//! the mapping put them into its failure destination.
//!
//! A [`Folder`] holds the invocation records as the destination wrote them. Each file's records take the path that they
//! would have taken in the consumer function, and a file that was applied whole moves to the folder's `redriven`. Records
//! may be applied as often as one likes, in any order and while the consumer runs, so a redrive that was cut off is just
//! done again.
//!
//! ```no_run
//! use favorites_redrive::Folder;
//!
//! # async fn redrive() -> Result<(), Box<dyn std::error::Error>> {
//! let favorites = favorites_redrive::connect().await?;
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
