//! The environment of the programs: accounts on the embedded engine, behind TLS.

use std::env;
use std::path::PathBuf;

use favorites_tests::invocation::Accounts;
use favorites_tests::lambda;
use favorites_tests::tls::TlsProxy;
use serde_json::Value;

use crate::comparison;
use crate::program::{Kind, Program};
use crate::start::{Start, start};

/// The number of favorites in each account.
const FAVORITES: usize = 3;

/// The files with the trusted certificates of Linux systems.
const SYSTEM_BUNDLES: [&str; 3] =
    ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem"];

pub(crate) struct Stage {
    accounts: Accounts,
    proxy: TlsProxy,
    /// The file with the system's certificates and the proxy's. A client that uses the system's certificates parses it at each
    /// start.
    system_bundle: PathBuf,
}

impl Stage {
    pub(crate) async fn set() -> Self {
        let accounts = Accounts::start().await;
        let endpoint = accounts.service().running().dynamodb_endpoint();
        let engine = endpoint.strip_prefix("http://").and_then(|address| address.parse().ok());
        let proxy =
            TlsProxy::start(engine.expect("the engine answers on an address of the loopback interface"))
                .await;
        let system = SYSTEM_BUNDLES.iter().map(PathBuf::from).find(|path| path.is_file());
        let system_bundle = proxy.system_bundle(&system.expect("the system trusts some certificates"));
        Self { accounts, proxy, system_bundle }
    }

    /// Starts a program on a new account.
    pub(crate) async fn start(&self, program: &Program, round: u32) -> Start {
        let user = format!("{}-{round}", program.name.replace(' ', "-"));
        let account = self.accounts.open(&user, FAVORITES).await;
        let event = account.event(&program.function).await;
        let (start, answer, log) = start(program, self.variables(program), &event).await;
        assert_success(program, &answer, &log);
        if program.kind != Kind::Hello {
            comparison::check(program, &self.accounts, &user, FAVORITES).await;
        }
        start
    }

    /// Returns the variables that Lambda and the template set, with the proxy as DynamoDB's endpoint.
    fn variables(&self, program: &Program) -> Vec<(&'static str, String)> {
        let environment = self.accounts.service().running().environment();
        let mut variables = Vec::from(lambda::variables(environment, &program.function));
        for (name, value) in &mut variables {
            if *name == "AWS_ENDPOINT_URL_DYNAMODB" {
                *value = self.proxy.url();
            }
        }
        let text = |path: PathBuf| path.to_str().expect("a temporary folder's path is UTF-8").to_owned();
        match program.kind {
            Kind::Hello => {}
            Kind::Function => variables.push(("AWS_CA_BUNDLE", text(self.proxy.ca_bundle()))),
            Kind::DefaultFeatures => variables.push(("SSL_CERT_FILE", text(self.system_bundle.clone()))),
            // Node.js includes Mozilla's root certificates, and the bundle's first line looks for `node` on the path.
            // AWS runs a newer Node.js, for which the SDK writes no warning.
            Kind::Node => variables.extend([
                ("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true".to_owned()),
                ("NODE_EXTRA_CA_CERTS", text(self.proxy.ca_bundle())),
                ("PATH", env::var("PATH").expect("node was found by it")),
            ]),
        }
        variables
    }
}

/// Asserts that the program answered with a success, because a failed start would look fast.
fn assert_success(program: &Program, answer: &Value, log: &str) {
    let is_success = match program.function.as_str() {
        "change-consumer" | "worker" => answer["batchItemFailures"].as_array().is_some_and(Vec::is_empty),
        "sweeper" => answer.is_object(),
        _ => answer["statusCode"].as_u64().is_some_and(|status| (200..300).contains(&status)),
    };
    assert!(is_success, "{} answered {answer} and logged {log}", program.name);
}
