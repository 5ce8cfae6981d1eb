//! The certificates that a TLS connection to DynamoDB must lead to.
//!
//! The five roots of Amazon Trust Services are compiled in, as its repository page recommends for custom trust stores
//! (<https://www.amazontrust.com/repository/>). Reading the system's store of some 145 roots would cost every cold start 0.6 ms.
//! `docs/operations.md` says why this is safe and what to do when a root changes.

use std::path::{Path, PathBuf};

use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject as _};

/// The certificates in DER, with the file each is in.
const AMAZON_TRUST_SERVICES: [&[u8]; 5] = [
    include_bytes!("roots/amazon-root-ca-1.der"),
    include_bytes!("roots/amazon-root-ca-2.der"),
    include_bytes!("roots/amazon-root-ca-3.der"),
    include_bytes!("roots/amazon-root-ca-4.der"),
    include_bytes!("roots/starfield-services-root-ca-g2.der"),
];

/// Root certificates that `AWS_CA_BUNDLE` names can't be read.
#[derive(Debug, thiserror::Error)]
pub enum RootsError {
    /// The file can't be read, or is not PEM.
    #[error("AWS_CA_BUNDLE must name a PEM file of root certificates; {} can't be read: {source}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: pem::Error,
    },
    /// A certificate in the file can't be used.
    #[error("AWS_CA_BUNDLE must name a PEM file of root certificates; one in {} can't be used: {source}", .path.display())]
    Certificate {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: rustls::Error,
    },
    /// The file has no certificate.
    #[error("AWS_CA_BUNDLE must name a PEM file of root certificates; {} has none", .0.display())]
    Empty(PathBuf),
}

/// The roots in the PEM file `ca_bundle`, or else those of Amazon Trust Services.
pub(super) fn roots(ca_bundle: Option<&Path>) -> Result<RootCertStore, RootsError> {
    ca_bundle.map_or_else(|| Ok(amazon_trust_services()), from_file)
}

fn amazon_trust_services() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    for certificate in AMAZON_TRUST_SERVICES {
        roots
            .add(CertificateDer::from_slice(certificate))
            .expect("a test reads every certificate that is compiled in");
    }
    roots
}

fn from_file(path: &Path) -> Result<RootCertStore, RootsError> {
    let unreadable = |source| RootsError::Unreadable { path: path.to_owned(), source };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path).map_err(unreadable)? {
        let certificate = certificate.map_err(unreadable)?;
        let added = roots.add(certificate);
        added.map_err(|source| RootsError::Certificate { path: path.to_owned(), source })?;
    }
    if roots.is_empty() { Err(RootsError::Empty(path.to_owned())) } else { Ok(roots) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use sha2::{Digest as _, Sha256};

    use super::*;

    /// The SHA-256 hashes of the public keys (subject public key information), as
    /// <https://www.amazontrust.com/repository/> lists them.
    const PUBLISHED: [&str; 5] = [
        "fbe3018031f9586bcbf41727e417b7d1c45c2f47f93be372a17b96b50757d5a2",
        "7f4296fc5b6a4e3b35d3c369623e364ab1af381d8fa7121533c9d6c633ea2461",
        "36abc32656acfc645c61b71613c4bf21c787f5cabbee48348d58597803d7abc9",
        "f7ecded5c66047d28ed6466b543c40e0743abe81d109254dcf845d4c2c7853c5",
        "2b071c59a0a0ae76b0eadb2bad23bad4580b69c3601b630c2eaf0613afa83f92",
    ];

    #[test]
    fn the_compiled_in_keys_are_those_that_amazon_trust_services_publishes() {
        let roots = roots(None).unwrap();
        let keys: Vec<String> =
            roots.roots.iter().map(|root| sha256(&sequence(&root.subject_public_key_info))).collect();
        assert_eq!(keys, PUBLISHED);
    }

    #[test]
    fn a_bundle_replaces_the_compiled_in_roots() {
        let pem = pem(AMAZON_TRUST_SERVICES[2]);
        let roots = roots(Some(&file(&pem).1)).unwrap();
        let [root] = roots.roots.as_slice() else { panic!("one root: {roots:?}") };
        assert_eq!(sha256(&sequence(&root.subject_public_key_info)), PUBLISHED[2]);
    }

    #[test]
    fn a_bundle_that_cannot_be_used_is_named_with_the_reason() {
        let missing = roots(Some(Path::new("/there/is/no/such.pem"))).unwrap_err();
        assert!(matches!(missing, RootsError::Unreadable { .. }), "{missing}");
        assert!(missing.to_string().contains("/there/is/no/such.pem"), "{missing}");
        let (_dir, path) = file("");
        assert!(matches!(roots(Some(&path)).unwrap_err(), RootsError::Empty(named) if named == path));
        let (_dir, path) = file(&pem(b"not a certificate"));
        assert!(matches!(roots(Some(&path)).unwrap_err(), RootsError::Certificate { .. }));
        let (_dir, path) = file("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n");
        assert!(matches!(roots(Some(&path)).unwrap_err(), RootsError::Unreadable { .. }));
    }

    fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("roots.pem");
        fs::write(&path, text).unwrap();
        (dir, path)
    }

    fn pem(der: &[u8]) -> String {
        use base64::Engine as _;
        let base64 = base64::engine::general_purpose::STANDARD.encode(der);
        format!("-----BEGIN CERTIFICATE-----\n{base64}\n-----END CERTIFICATE-----\n")
    }

    /// The DER sequence around `content`. A trust anchor has its key without it, and the published hash includes it.
    fn sequence(content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len()).unwrap();
        let [high, low] = length.to_be_bytes();
        let header = match length {
            0..=0x7f => vec![0x30, low],
            0x80..=0xff => vec![0x30, 0x81, low],
            _ => vec![0x30, 0x82, high, low],
        };
        [header.as_slice(), content].concat()
    }

    fn sha256(bytes: &[u8]) -> String {
        hex::encode(Sha256::digest(bytes))
    }
}
