//! An HS256 provider for `jsonwebtoken` that uses `ring`.
//!
//! `jsonwebtoken`'s own providers depend on AWS-LC, or on RSA and four elliptic curve crates. TLS already depends on `ring`.

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::signature::{Error, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use ring::hmac::{self, HMAC_SHA256, Key};

/// Installs this provider for the process. If another provider is already installed, it stays; it signs HS256 in the same way.
pub(super) fn install() {
    static PROVIDER: CryptoProvider = CryptoProvider {
        signer_factory: |algorithm, key| signer(*algorithm, key),
        verifier_factory: |algorithm, key| verifier(*algorithm, key),
        key_utils: KeyUtils::new_unimplemented(),
    };
    let _ = PROVIDER.install_default();
}

struct HmacSha256(Key);

fn signer(algorithm: Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    only_hs256(algorithm)?;
    Ok(Box::new(HmacSha256(Key::new(HMAC_SHA256, key.as_bytes()))))
}

fn verifier(algorithm: Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    only_hs256(algorithm)?;
    Ok(Box::new(HmacSha256(Key::new(HMAC_SHA256, key.try_get_as_bytes()?))))
}

fn only_hs256(algorithm: Algorithm) -> Result<()> {
    if algorithm == Algorithm::HS256 { Ok(()) } else { Err(ErrorKind::InvalidAlgorithm.into()) }
}

impl Signer<Vec<u8>> for HmacSha256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(hmac::sign(&self.0, message).as_ref().to_vec())
    }
}

impl Verifier<Vec<u8>> for HmacSha256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        hmac::verify(&self.0, message, signature).map_err(|_| Error::new())
    }
}

impl JwtSigner for HmacSha256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for HmacSha256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}
