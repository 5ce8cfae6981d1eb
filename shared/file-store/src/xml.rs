//! The XML of S3's requests and answers.

use aws_smithy_xml::decode::{Document, ScopedDecoder, XmlDecodeError, try_data};
use aws_smithy_xml::encode::XmlWriter;

/// Reads the upload id from the answer to `CreateMultipartUpload`.
pub(crate) fn upload_id(text: &str) -> Result<String, XmlDecodeError> {
    let mut document = Document::new(text);
    child_text(&mut document.root_element()?, "UploadId")
}

/// Reads the keys from the answer to `ListObjectsV2`.
pub(crate) fn listed_keys(text: &str) -> Result<Vec<String>, XmlDecodeError> {
    let mut document = Document::new(text);
    let mut root = document.root_element()?;
    let mut keys = Vec::new();
    while let Some(mut child) = root.next_tag() {
        if child.start_el().matches("Contents") {
            keys.push(child_text(&mut child, "Key")?);
        }
    }
    Ok(keys)
}

/// Returns the text of the first child with this name.
fn child_text(parent: &mut ScopedDecoder<'_, '_>, name: &'static str) -> Result<String, XmlDecodeError> {
    while let Some(mut child) = parent.next_tag() {
        if child.start_el().matches(name) {
            return Ok(try_data(&mut child)?.into_owned());
        }
    }
    Err(XmlDecodeError::custom(format!("there is no {name}")))
}

/// Writes the body of `CompleteMultipartUpload`. `tags` are the entity tags of the parts, in order.
pub(crate) fn completed_upload<'a>(tags: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    let mut writer = XmlWriter::new(&mut text);
    let mut upload = writer.start_el("CompleteMultipartUpload").finish();
    for (number, tag) in (1_u16..).zip(tags) {
        let mut element = upload.start_el("Part").finish();
        for (name, value) in [("PartNumber", number.to_string().as_str()), ("ETag", tag)] {
            element.start_el(name).finish().data(value);
        }
    }
    upload.finish();
    text
}
