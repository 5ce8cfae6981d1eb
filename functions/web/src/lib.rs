//! The web app of the favorites service, and the function that serves its files.
//!
//! The app is in `app/`: ES modules and style sheets that browsers run as they are written. It is a client of
//! the public API like any other. `build.rs` compresses the files, and the function carries them in its
//! program, so that `sam deploy` and `cargo run` bring the app without another step.
//!
//! | address | file | a browser |
//! |---|---|---|
//! | `/` | `index.html` | revalidates it |
//! | `/app/config.json` | the issuer and the bucket, from [`Settings`] | revalidates it |
//! | `/app/sw.js`, `/app/manifest.webmanifest`, `/app/icon.svg` | the file | revalidates it |
//! | `/app/{version}/…` | all others | keeps it for a year |

mod answer;
mod files;
mod serve;
mod settings;

pub use self::files::VERSION;
pub use self::serve::{in_process, serve};
pub use self::settings::{Settings, SettingsError};
