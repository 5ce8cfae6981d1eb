//! The cryptography of connections to DynamoDB.
//!
//! The default of rustls has algorithms that a client of DynamoDB never needs: signatures with a private key of the client, `ChaCha20`
//! for processors without instructions for AES, and Curve25519 besides the curves of NIST. Without them a program is smaller;
//! `docs/cold-start.md` has the figures. The remaining algorithms include those that every server with TLS 1.3 must support
//! ([RFC 8446, section 9.1](https://www.rfc-editor.org/rfc/rfc8446#section-9.1)).

use std::sync::Arc;

use ring::rand::{SecureRandom as _, SystemRandom};
use rustls::crypto::ring::{cipher_suite, kx_group};
use rustls::crypto::{
    CryptoProvider, GetRandomFailed, KeyProvider, SecureRandom, SupportedKxGroup, WebPkiSupportedAlgorithms,
};
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::SigningKey;
use rustls::{Error, SignatureScheme, SupportedCipherSuite};
use webpki::ring as signature;

/// The cipher suites, the best one first.
const CIPHER_SUITES: [SupportedCipherSuite; 6] = [
    cipher_suite::TLS13_AES_128_GCM_SHA256,
    cipher_suite::TLS13_AES_256_GCM_SHA384,
    cipher_suite::TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
    cipher_suite::TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
    cipher_suite::TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
    cipher_suite::TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
];

/// The groups for the exchange of keys, the best one first.
const KX_GROUPS: [&dyn SupportedKxGroup; 2] = [kx_group::SECP256R1, kx_group::SECP384R1];

/// The algorithms of the signatures of servers and in their certificates.
const SIGNATURES: WebPkiSupportedAlgorithms = WebPkiSupportedAlgorithms {
    all: &[
        signature::ECDSA_P256_SHA256,
        signature::ECDSA_P256_SHA384,
        signature::ECDSA_P384_SHA256,
        signature::ECDSA_P384_SHA384,
        signature::RSA_PSS_2048_8192_SHA256_LEGACY_KEY,
        signature::RSA_PSS_2048_8192_SHA384_LEGACY_KEY,
        signature::RSA_PSS_2048_8192_SHA512_LEGACY_KEY,
        signature::RSA_PKCS1_2048_8192_SHA256,
        signature::RSA_PKCS1_2048_8192_SHA384,
        signature::RSA_PKCS1_2048_8192_SHA512,
    ],
    // The order is the client's preference. The curve of an ECDSA scheme is only fixed in TLS 1.3.
    mapping: &[
        (
            SignatureScheme::ECDSA_NISTP256_SHA256,
            &[signature::ECDSA_P256_SHA256, signature::ECDSA_P384_SHA256],
        ),
        (
            SignatureScheme::ECDSA_NISTP384_SHA384,
            &[signature::ECDSA_P384_SHA384, signature::ECDSA_P256_SHA384],
        ),
        (SignatureScheme::RSA_PSS_SHA256, &[signature::RSA_PSS_2048_8192_SHA256_LEGACY_KEY]),
        (SignatureScheme::RSA_PSS_SHA384, &[signature::RSA_PSS_2048_8192_SHA384_LEGACY_KEY]),
        (SignatureScheme::RSA_PSS_SHA512, &[signature::RSA_PSS_2048_8192_SHA512_LEGACY_KEY]),
        (SignatureScheme::RSA_PKCS1_SHA256, &[signature::RSA_PKCS1_2048_8192_SHA256]),
        (SignatureScheme::RSA_PKCS1_SHA384, &[signature::RSA_PKCS1_2048_8192_SHA384]),
        (SignatureScheme::RSA_PKCS1_SHA512, &[signature::RSA_PKCS1_2048_8192_SHA512]),
    ],
};

/// Returns the cryptography of connections to DynamoDB.
pub(super) fn provider() -> CryptoProvider {
    CryptoProvider {
        cipher_suites: CIPHER_SUITES.to_vec(),
        kx_groups: KX_GROUPS.to_vec(),
        signature_verification_algorithms: SIGNATURES,
        secure_random: &System,
        key_provider: &System,
    }
}

/// The random numbers of the operating system, and no keys of the client's.
#[derive(Debug)]
struct System;

impl SecureRandom for System {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), GetRandomFailed> {
        SystemRandom::new().fill(bytes).map_err(|_| GetRandomFailed)
    }
}

impl KeyProvider for System {
    fn load_private_key(&self, _: PrivateKeyDer<'static>) -> Result<Arc<dyn SigningKey>, Error> {
        Err(Error::General("a client of DynamoDB has no private key: it signs its requests".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use rustls::{NamedGroup, ProtocolVersion};

    use super::*;

    #[test]
    fn it_has_what_every_server_must_support() {
        let provider = provider();
        let suite = cipher_suite::TLS13_AES_128_GCM_SHA256.suite();
        assert!(provider.cipher_suites.iter().any(|offered| offered.suite() == suite));
        assert!(provider.kx_groups.iter().any(|group| group.name() == NamedGroup::secp256r1));
        for scheme in [
            SignatureScheme::RSA_PKCS1_SHA256,
            SignatureScheme::RSA_PSS_SHA256,
            SignatureScheme::ECDSA_NISTP256_SHA256,
        ] {
            assert!(provider.signature_verification_algorithms.supported_schemes().contains(&scheme));
        }
    }

    #[test]
    fn it_can_speak_tls_1_2_and_1_3() {
        for version in [ProtocolVersion::TLSv1_2, ProtocolVersion::TLSv1_3] {
            assert!(provider().cipher_suites.iter().any(|suite| suite.version().version == version));
        }
    }

    #[test]
    fn a_private_key_is_refused() {
        let refused =
            System.load_private_key(PrivateKeyDer::Pkcs8(Vec::new().into())).unwrap_err().to_string();
        assert!(refused.contains("a client of DynamoDB has no private key"), "{refused}");
    }
}
