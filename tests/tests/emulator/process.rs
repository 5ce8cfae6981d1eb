//! A function under the Lambda runtime interface emulator.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use favorites_local::Environment;
use favorites_tests::lambda::variables;
use favorites_tests::template_text::logical_id;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::sync::Mutex;

/// The longest time until the emulator listens.
const START_PATIENCE: Duration = Duration::from_secs(20);

/// The longest time of a call. The emulator stops a function after [`FUNCTION_TIMEOUT_SECONDS`] itself.
const CALL_PATIENCE: Duration = Duration::from_mins(1);

const FUNCTION_TIMEOUT_SECONDS: &str = "30";

/// Held from the choice of a free port until the emulator listens on it, so that no two take the same.
static STARTING: Mutex<()> = Mutex::const_new(());

/// A function as AWS would run it: the emulator's process and, below it, the built `bootstrap`. Both end when this is
/// dropped: a bootstrap that loses the emulator exits.
pub(crate) struct Emulator {
    process: Child,
    url: String,
    log: PathBuf,
}

impl Emulator {
    /// Starts the function `name` as `sam build` made it, in front of `environment`'s table.
    pub(crate) async fn start(name: &str, environment: &Environment) -> Self {
        let bootstrap = path_from_env("SAM_BUILD_DIR").join(logical_id(name)).join("bootstrap");
        assert!(bootstrap.is_file(), "{} is missing: run `sam build` first", bootstrap.display());
        Self::start_with(&bootstrap, name, variables(environment, name)).await
    }

    /// Starts a program as the function `name` with these variables and the emulator's own.
    pub(crate) async fn start_with(
        program: &Path,
        name: &str,
        variables: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Self {
        let emulator = path_from_env("LAMBDA_RIE");
        let _starting = STARTING.lock().await;
        let [invocations, runtime_api] = free_addresses();
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}.log", invocations.port()));
        let output = File::create(&log).expect("the log file is made");
        let process = Command::new(&emulator)
            .arg("--runtime-interface-emulator-address")
            .arg(invocations.to_string())
            .arg("--runtime-api-address")
            .arg(runtime_api.to_string())
            .arg(program)
            .arg(name)
            // Nothing of the developer's own AWS settings may reach the function.
            .env_clear()
            .envs(variables)
            .env("AWS_LAMBDA_FUNCTION_TIMEOUT", FUNCTION_TIMEOUT_SECONDS)
            .stdin(Stdio::null())
            .stdout(output.try_clone().expect("the log file has a second handle"))
            .stderr(output)
            .spawn()
            .unwrap_or_else(|error| panic!("{} (LAMBDA_RIE) does not start: {error}", emulator.display()));
        let url = format!("http://{invocations}/2015-03-31/functions/function/invocations");
        let mut started = Self { process, url, log };
        // Both: a function starts within milliseconds, and one that finds no Runtime API exits.
        for address in [invocations, runtime_api] {
            started.wait_until_it_listens(address).await;
        }
        started
    }

    /// Calls the function once. It takes `&mut self` because the emulator crashes when calls overlap.
    pub(crate) async fn invoke(&mut self, event: &Value) -> Value {
        let call = reqwest::Client::new().post(&self.url).timeout(CALL_PATIENCE).json(event).send();
        let answer = call.await.unwrap_or_else(|error| panic!("{error}; see {}", self.log.display()));
        let text = answer.text().await.expect("the answer is text");
        serde_json::from_str(&text).unwrap_or_else(|error| {
            panic!("the answer is not JSON ({error}): {text}; see {}", self.log.display())
        })
    }

    async fn wait_until_it_listens(&mut self, address: SocketAddr) {
        let listens = async {
            while TcpStream::connect(address).await.is_err() {
                let exit = self.process.try_wait().expect("the emulator is our child");
                assert!(exit.is_none(), "the emulator ended: {exit:?}; see {}", self.log.display());
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        let listens = tokio::time::timeout(START_PATIENCE, listens).await;
        assert!(
            listens.is_ok(),
            "the emulator does not listen after {START_PATIENCE:?}; see {}",
            self.log.display()
        );
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // Both only fail when the process has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn path_from_env(variable: &str) -> PathBuf {
    let path = std::env::var_os(variable).map(PathBuf::from);
    let path = path.unwrap_or_else(|| panic!("{variable} is not set; .ci/run shows what it must be"));
    assert!(path.is_absolute(), "{variable} must be an absolute path, not {}", path.display());
    path
}

/// Two at once, so that they differ.
fn free_addresses() -> [SocketAddr; 2] {
    let listeners =
        [(); 2].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port"));
    listeners.map(|listener| listener.local_addr().expect("a bound socket has an address"))
}
