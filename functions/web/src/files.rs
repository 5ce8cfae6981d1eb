//! The files, as they are embedded in the program.

use include_dir::{Dir, include_dir};

/// The version of the app: a part of the digest of its files.
pub const VERSION: &str = env!("WEB_VERSION");

static FILES: Dir<'_> = include_dir!("$OUT_DIR/site");

/// The encodings of a file, the smallest first, by their names in HTTP and the suffixes of their files.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// A file in the encoding that a request asks for.
pub(crate) struct File {
    pub(crate) bytes: &'static [u8],
    /// The value of `Content-Encoding`, unless the file is as it was written.
    pub(crate) encoding: Option<&'static str>,
    pub(crate) media_type: &'static str,
}

impl File {
    /// Returns the file `name` in the first encoding that the header `Accept-Encoding` names, or as it was
    /// written.
    pub(crate) fn get(name: &str, accept_encoding: &str) -> Option<Self> {
        let media_type = media_type(name)?;
        let accepted = ENCODINGS.into_iter().find(|(encoding, _)| accepts(accept_encoding, encoding));
        let (encoding, suffix) = accepted.map_or((None, ""), |(encoding, suffix)| (Some(encoding), suffix));
        let bytes = FILES.get_file(format!("{name}{suffix}"))?.contents();
        Some(Self { bytes, encoding, media_type })
    }

    /// Returns the entity tag. A version never changes, and each encoding of a file has other bytes.
    pub(crate) fn entity_tag(&self) -> String {
        format!("\"{VERSION}-{}\"", self.encoding.unwrap_or("identity"))
    }
}

/// Returns true if an `Accept-Encoding` header names the encoding, and not with the weight 0 (RFC 9110,
/// section 12.5.3).
fn accepts(header: &str, encoding: &str) -> bool {
    header.split(',').any(|part| {
        let (name, weight) = part.split_once(';').unwrap_or((part, ""));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(encoding) && weight != Some(0.0)
    })
}

/// Returns the media type of a file. The app has files with these endings only, and no request reaches
/// another file.
fn media_type(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_accepted_encoding_is_chosen() {
        let encoding = |header| File::get("index.html", header).unwrap().encoding;
        assert_eq!(encoding("gzip, deflate, br, zstd"), Some("br"));
        assert_eq!(encoding("GZIP;q=0.5"), Some("gzip"));
        assert_eq!(encoding("br;q=0, gzip"), Some("gzip"));
        assert_eq!(encoding("identity"), None);
        assert_eq!(encoding(""), None);
    }

    /// Returns the names of all files, also in their encodings.
    fn names(folder: &'static Dir<'static>) -> Vec<&'static str> {
        let files = folder.files().map(|file| file.path().to_str().unwrap());
        files.chain(folder.dirs().flat_map(names)).collect()
    }

    #[test]
    fn all_encodings_of_a_file_have_the_same_content() {
        for name in names(&FILES).into_iter().filter(|name| media_type(name).is_some()) {
            let plain = File::get(name, "").unwrap().bytes;
            let mut unpacked = Vec::new();
            brotli::BrotliDecompress(&mut &*File::get(name, "br").unwrap().bytes, &mut unpacked).unwrap();
            assert_eq!(unpacked, plain, "{name}");
            let packed = File::get(name, "gzip").unwrap().bytes;
            let mut unpacked = Vec::new();
            std::io::copy(&mut flate2::read::GzDecoder::new(packed), &mut unpacked).unwrap();
            assert_eq!(unpacked, plain, "{name}");
        }
    }

    #[test]
    fn code_and_styles_take_at_most_65_kb() {
        let names = names(&FILES).into_iter();
        let packed = names.filter(|name| name.ends_with(".js.br") || name.ends_with(".css.br"));
        let bytes: usize = packed.map(|name| FILES.get_file(name).unwrap().contents().len()).sum();
        assert!(bytes <= 65 * 1024, "{bytes} bytes, and 66,560 are the most");
    }

    #[test]
    fn every_file_has_a_media_type_or_is_a_compressed_one() {
        for name in names(&FILES) {
            let plain = ENCODINGS.iter().find_map(|(_, suffix)| name.strip_suffix(suffix)).unwrap_or(name);
            assert!(media_type(plain).is_some(), "{name}");
        }
    }
}
