//! TLS in front of a server on the loopback interface, as at DynamoDB's endpoint.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::HOST;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::serve::Listener;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, KeyUsagePurpose};
use reqwest::Client;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// The name in the certificate.
const NAME: &str = "localhost";

/// A proxy that terminates TLS for `localhost` and passes requests on to another server. It ends when it is dropped.
///
/// At its start, the proxy creates a root certificate and a certificate that the root issues, both with ECDSA on P-256. A client
/// needs at least as much time to check these two signatures as for the three RSA signatures of DynamoDB's chain. The proxy
/// supports TLS 1.3 and 1.2 and selects HTTP/1.1 by ALPN, as DynamoDB does.
#[derive(Debug)]
pub struct TlsProxy {
    address: SocketAddr,
    folder: TempDir,
    task: JoinHandle<()>,
}

impl Drop for TlsProxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl TlsProxy {
    /// Starts a proxy on a free port in front of `server`.
    pub async fn start(server: SocketAddr) -> Self {
        let (root, config) = certificates();
        let folder = tempfile::tempdir().expect("there is room for a temporary folder");
        std::fs::write(folder.path().join("ca.pem"), pem(&root)).expect("the folder can be written to");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("there is a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let listener = TlsListener { tcp: listener, tls: TlsAcceptor::from(Arc::new(config)) };
        // Ignore the developer's proxy settings, because this client only connects to the loopback interface.
        let http = Client::builder().no_proxy().build().expect("a client without TLS needs nothing");
        let router = Router::new().fallback(pass_on).with_state((http, server));
        let task =
            tokio::spawn(async move { axum::serve(listener, router).await.expect("the proxy serves") });
        Self { address, folder, task }
    }

    /// Returns the address for clients, such as `https://localhost:8443`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("https://{NAME}:{}", self.address.port())
    }

    /// Returns the path of a PEM file with the root certificate, which is removed with the proxy.
    #[must_use]
    pub fn ca_bundle(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// Creates a PEM file with the certificates of `system` and the root certificate, for clients that trust the system's
    /// certificates. The file is removed with the proxy.
    #[must_use]
    pub fn system_bundle(&self, system: &Path) -> PathBuf {
        let mut certificates = std::fs::read(system)
            .unwrap_or_else(|error| panic!("the system's certificates, {}: {error}", system.display()));
        certificates.extend(std::fs::read(self.ca_bundle()).expect("the file was written at the start"));
        let path = self.folder.path().join("system.pem");
        std::fs::write(&path, certificates).expect("the folder can be written to");
        path
    }
}

/// Creates a root certificate, and a server configuration with a certificate that the root issued.
fn certificates() -> (CertificateDer<'static>, ServerConfig) {
    let key = || KeyPair::generate().expect("ring makes keys on P-256");
    let mut root = CertificateParams::default();
    root.distinguished_name.push(DnType::CommonName, "Root of a test");
    root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    root.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let root = CertifiedIssuer::self_signed(root, key()).expect("a certificate can be made for the name");
    let leaf_key = key();
    let leaf = CertificateParams::new([NAME.to_owned()])
        .and_then(|leaf| leaf.signed_by(&leaf_key, &root))
        .expect("a certificate can be made for the name");
    let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring has the ciphers of the default versions")
        .with_no_client_auth()
        .with_single_cert(
            vec![leaf.der().clone()],
            PrivateKeyDer::try_from(leaf_key.serialize_der()).expect("the key is one that rcgen made"),
        )
        .expect("the key is that of the certificate");
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    (root.der().clone(), config)
}

/// Accepts connections with TLS.
struct TlsListener {
    tcp: TcpListener,
    tls: TlsAcceptor,
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    /// Waits for the next client that trusts the certificate. Other clients report the error themselves.
    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let (client, address) = self.tcp.accept().await.expect("a bound socket accepts connections");
            client.set_nodelay(true).expect("a connected socket takes options");
            if let Ok(client) = self.tls.accept(client).await {
                return (client, address);
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<Self::Addr> {
        self.tcp.local_addr()
    }
}

/// Forwards a request under the server's own host name, because a local engine refuses other names. The engine
/// checks the signature with the name that the client signed, which is in `X-Forwarded-Host`.
async fn pass_on(
    State((http, server)): State<(Client, SocketAddr)>,
    method: Method,
    uri: Uri,
    mut headers: HeaderMap,
    body: Bytes,
) -> Result<Response, StatusCode> {
    if let Some(host) = headers.remove(HOST) {
        headers.insert("x-forwarded-host", host);
    }
    let request = http.request(method, format!("http://{server}{uri}")).headers(headers).body(body);
    let answer = request.send().await.map_err(|_| StatusCode::BAD_GATEWAY)?;
    let (status, headers) = (answer.status(), answer.headers().clone());
    let body = answer.bytes().await.map_err(|_| StatusCode::BAD_GATEWAY)?;
    Ok((status, headers, body).into_response())
}

/// Encodes a certificate as described in RFC 7468.
fn pem(certificate: &CertificateDer<'_>) -> String {
    let text = STANDARD.encode(certificate);
    let lines: Vec<_> = text.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lambda::start_table;

    #[test]
    fn a_root_certificate_is_pem_with_lines_of_64_characters() {
        let (root, _) = certificates();
        let text = pem(&root);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(
            (lines[0], lines[lines.len() - 1]),
            ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
        );
        assert!(lines[1..lines.len() - 2].iter().all(|line| line.len() == 64), "{text}");
        assert_eq!(STANDARD.decode(lines[1..lines.len() - 1].concat()).unwrap(), root.to_vec());
    }

    #[tokio::test]
    async fn a_client_that_trusts_another_root_is_refused_and_the_proxy_serves_on() {
        let table = start_table().await;
        let server = table.dynamodb_endpoint().strip_prefix("http://").unwrap().parse().unwrap();
        let proxy = TlsProxy::start(server).await;
        let plain = Client::builder().no_proxy().build().unwrap();
        for _ in 0..2 {
            let answer = plain.get(proxy.url().replace("https", "http")).send().await;
            assert!(answer.is_err(), "{answer:?}");
        }
        table.shutdown().await;
    }
}
