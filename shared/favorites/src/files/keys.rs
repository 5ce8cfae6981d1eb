//! The keys of files in S3. All files of a user are in two folders.

use file_store::{FileKey, FileStore};
use sha2::{Digest as _, Sha256};

use super::error::FilesError;
use crate::jobs::Job;
use crate::model::ids::UserId;
use crate::service::{Favorites, Files};

/// The folder of uploaded files.
const IMPORTS: &str = "imports";

/// The folder of exported files.
const EXPORTS: &str = "exports";

impl Favorites {
    /// Returns the place of the files.
    pub(crate) fn files(&self) -> Result<&FileStore, FilesError> {
        self.files.as_deref().map(Files::store).ok_or(FilesError::NoBucket)
    }
}

/// Returns the key of an import's file.
pub(crate) fn import_key(job: &Job) -> Result<FileKey, FilesError> {
    key(IMPORTS, job)
}

/// Returns the key of an export's file.
pub(crate) fn export_key(job: &Job) -> Result<FileKey, FilesError> {
    key(EXPORTS, job)
}

/// Returns the folders that have all files of a user.
pub(super) fn folders(user: &UserId) -> Result<[FileKey; 2], FilesError> {
    let user = user_folder(user);
    Ok([FileKey::new([IMPORTS, &user])?, FileKey::new([EXPORTS, &user])?])
}

fn key(folder: &str, job: &Job) -> Result<FileKey, FilesError> {
    Ok(FileKey::new([folder, &user_folder(&job.user_id), &job.job_id.to_string()])?)
}

/// Returns the name of a user's folder: a digest, because a user id can have any characters.
fn user_folder(user: &UserId) -> String {
    hex::encode(Sha256::digest(user.as_str()))
}
