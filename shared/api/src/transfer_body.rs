//! The JSON of imports and exports, with their links.

use std::collections::BTreeMap;

use favorites::{
    DownloadLink, Error, Export, Favorites, Import, ImportFormat, Job, JobWork, OnExisting, TagName,
    Timestamp, UploadLink,
};
use serde::Serialize;

use crate::problem::Problem;

/// The links of a job: where its file is uploaded to or downloaded from.
#[derive(Debug, Default)]
pub struct JobLinks {
    upload: Option<(UploadLink, Timestamp)>,
    download: Option<(DownloadLink, Timestamp)>,
}

/// An export, as in the answer about its job.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportBody {
    format: &'static str,
    tags: u64,
    favorites: u64,
    trashed: u64,
    left_out: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    download: Option<DownloadBody>,
}

/// An import, as in the answer about its job.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImportBody<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'a str>,
    bytes: u64,
    dry_run: bool,
    on_existing: &'static str,
    tag_names: &'a [TagName],
    created_tags: &'a [TagName],
    created_tag_count: u64,
    entries_with_remarks: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    upload: Option<UploadBody>,
}

/// The request that uploads the file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct UploadBody {
    method: &'static str,
    url: String,
    headers: BTreeMap<&'static str, String>,
    expire_time: Timestamp,
}

/// The request that downloads the file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DownloadBody {
    url: String,
    expire_time: Timestamp,
}

impl JobLinks {
    /// Signs the links of a job, if it has any.
    ///
    /// # Errors
    /// `internal` if the function has no bucket.
    pub fn of(favorites: &Favorites, job: &Job) -> Result<Self, Problem> {
        Ok(Self {
            upload: favorites.upload_link(job).map_err(Error::from)?,
            download: favorites.download_link(job).map_err(Error::from)?,
        })
    }
}

/// Returns the export of a job, if it is one.
pub(crate) fn export_body(job: &Job, links: &JobLinks) -> Option<ExportBody> {
    let JobWork::Export(Export { format, written, .. }) = &job.work else { return None };
    let download = links.download.as_ref();
    Some(ExportBody {
        format: format.as_str(),
        tags: written.tags,
        favorites: written.favorites,
        trashed: written.trashed,
        left_out: written.left_out,
        bytes: written.bytes,
        download: download
            .map(|(link, expire_time)| DownloadBody { url: link.url.to_string(), expire_time: *expire_time }),
    })
}

/// Returns the import of a job, if it is one.
pub(crate) fn import_body<'a>(job: &'a Job, links: &JobLinks) -> Option<ImportBody<'a>> {
    let JobWork::Import(import) = &job.work else { return None };
    let Import { bytes, options, format, encoding, created_tags, created_tag_count, remarked, .. } = import;
    let upload = links.upload.as_ref().map(|(link, expire_time)| UploadBody {
        method: "PUT",
        url: link.url.to_string(),
        headers: link.headers.iter().cloned().collect(),
        expire_time: *expire_time,
    });
    Some(ImportBody {
        format: format.or(options.format).map(ImportFormat::as_str),
        encoding: encoding.as_deref(),
        bytes: *bytes,
        dry_run: options.dry_run,
        on_existing: OnExisting::as_str(options.on_existing),
        tag_names: &options.tag_names,
        created_tags,
        created_tag_count: *created_tag_count,
        entries_with_remarks: *remarked,
        upload,
    })
}
