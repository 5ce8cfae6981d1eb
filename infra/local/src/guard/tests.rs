use std::sync::Arc;

use super::*;
use crate::admitted::Admitted;

const MISDIRECTED: Option<Refusal> = Some(Refusal::Misdirected { containers: false });

fn verdict(headers: &[(&'static str, &'static str)]) -> Option<Refusal> {
    let headers =
        headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
    Guard::loopback(3000).refuse(&Method::GET, &Uri::from_static("/favorites"), &headers)
}

#[test]
fn loopback_names_with_the_port_are_ours() {
    for host in ["localhost:3000", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000"] {
        assert_eq!(verdict(&[("host", host)]), None, "{host}");
    }
}

#[test]
fn a_name_that_points_here_is_not_ours() {
    for host in [
        "evil.example:3000",
        "localhost.evil.example:3000",
        "localhost",
        "localhost:3001",
        "localhost:",
        "127.0.0.1:3000:3000",
        "127.0.0.1.evil.example:3000",
        "",
        "locälhost:3000",
    ] {
        let host: &'static str = host;
        assert_eq!(verdict(&[("host", host)]), MISDIRECTED, "{host}");
    }
    assert_eq!(verdict(&[]), MISDIRECTED);
    assert_eq!(verdict(&[("host", "localhost:3000"), ("host", "evil.example")]), MISDIRECTED);
}

#[test]
fn an_absolute_target_must_be_ours_too() {
    let headers = [("host".parse().unwrap(), "localhost:3000".parse().unwrap())].into_iter().collect();
    let elsewhere = Uri::from_static("http://evil.example/favorites");
    assert_eq!(Guard::loopback(3000).refuse(&Method::GET, &elsewhere, &headers), MISDIRECTED);
    let here = Uri::from_static("http://localhost:3000/favorites");
    assert_eq!(Guard::loopback(3000).refuse(&Method::GET, &here, &headers), None);
}

#[test]
fn only_our_own_origin_may_ask() {
    let with_origin = |origin| verdict(&[("host", "localhost:3000"), ("origin", origin)]);
    assert_eq!(with_origin("http://localhost:3000"), None);
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost:3001",
        "https://localhost:3000",
        "http://localhost:3000.evil.example",
    ] {
        assert_eq!(with_origin(origin), Some(Refusal::ForeignOrigin), "{origin}");
    }
}

#[test]
fn a_page_that_hides_its_origin_is_known_by_its_site() {
    let with_site = |site| verdict(&[("host", "localhost:3000"), ("sec-fetch-site", site)]);
    assert_eq!(with_site("none"), None);
    assert_eq!(with_site("same-origin"), None);
    assert_eq!(with_site("cross-site"), Some(Refusal::ForeignOrigin));
    assert_eq!(with_site("same-site"), Some(Refusal::ForeignOrigin));
}

#[test]
fn port_80_needs_no_number() {
    for host in ["localhost", "127.0.0.1", "[::1]", "localhost:80"] {
        assert!(Guard::loopback(80).is_host(host), "{host}");
        assert!(!Guard::loopback(8080).is_host(host), "{host}");
    }
}

/// Returns true if an endpoint that listens on `listen` admits `host`.
fn admits(listen: &str, host: &str) -> bool {
    Guard::containers(SocketAddr::new(listen.parse().unwrap(), 8000)).is_host(host)
}

#[test]
fn a_container_may_call_this_machine_by_dockers_name_wherever_the_port_listens() {
    for listen in ["127.0.0.1", "172.17.0.1", "0.0.0.0", "::"] {
        for host in ["host.docker.internal:8000", "Host.Docker.Internal:8000", "localhost:8000"] {
            assert!(admits(listen, host), "{host} on {listen}");
        }
    }
    assert!(!Guard::loopback(8000).is_host("host.docker.internal:8000"));
}

#[test]
fn the_address_that_the_port_listens_on_is_ours_and_others_are_not() {
    let cases = [
        ("172.17.0.1", "172.17.0.1:8000", true),
        ("172.17.0.1", "172.17.0.1:8001", false),
        ("172.17.0.1", "172.17.0.1", false),
        ("172.17.0.1", "172.17.0.2:8000", false),
        ("172.17.0.1", "[::ffff:172.17.0.1]:8000", true),
        ("::ffff:172.17.0.1", "172.17.0.1:8000", true),
        ("fd00::1", "[fd00::1]:8000", true),
        ("fd00::1", "[fd00:0:0::1]:8000", true),
        ("fd00::1", "fd00::1:8000", false),
        ("127.0.0.2", "127.0.0.2:8000", true),
        ("127.0.0.1", "172.17.0.1:8000", false),
    ];
    for (listen, host, admitted) in cases {
        assert_eq!(admits(listen, host), admitted, "{host} on {listen}");
    }
}

#[test]
fn a_port_on_all_interfaces_is_called_by_any_address() {
    for listen in ["0.0.0.0", "::"] {
        for host in ["172.17.0.1:8000", "192.168.1.5:8000", "[fd00::1]:8000", "127.0.0.1:8000"] {
            assert!(admits(listen, host), "{host} on {listen}");
        }
    }
}

#[test]
fn a_name_that_somebody_could_point_here_is_refused_on_all_interfaces_too() {
    for host in [
        "evil.example:8000",
        "host.docker.internal.evil.example:8000",
        "evil.host.docker.internal:8000",
        "docker.internal:8000",
        "172.17.0.1.evil.example:8000",
        "172.17.0.1.nip.io:8000",
        "172.17.1:8000",
        "2886795265:8000",
        "[evil.example]:8000",
        "[172.17.0.1]:8000",
        "user@172.17.0.1:8000",
        "172.17.0.1:8000:8000",
        "[::1]evil.example:8000",
        "[::1:8000",
        "]:8000",
        ":8000",
        "",
    ] {
        assert!(!admits("0.0.0.0", host), "{host}");
    }
}

#[test]
fn no_page_may_use_the_names_and_addresses_for_containers() {
    for host in ["host.docker.internal:8000", "172.17.0.1:8000"] {
        let from = |origin: String| {
            let headers = [("host", host.to_owned()), ("origin", origin)];
            let headers =
                headers.into_iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 8000));
            Guard::containers(everywhere).refuse(&Method::GET, &Uri::from_static("/"), &headers.collect())
        };
        assert_eq!(from(format!("http://{host}")), Some(Refusal::ForeignOrigin));
        assert_eq!(from("http://localhost:8000".to_owned()), None);
    }
}

#[test]
fn other_sites_may_link_to_the_page_of_the_app_and_to_nothing_else() {
    let verdict =
        |guard: &Guard, method: Method, path: &'static str, headers: &[(&'static str, &'static str)]| {
            let host = [("host", "localhost:3000"), ("sec-fetch-site", "cross-site")];
            let headers = host.iter().chain(headers);
            let headers =
                headers.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
            guard.refuse(&method, &Uri::from_static(path), &headers)
        };
    let (app, visit) = (Guard::loopback(3000).with_app(), ("sec-fetch-mode", "navigate"));
    assert_eq!(verdict(&app, Method::GET, "/", &[visit]), None);
    let foreign = Some(Refusal::ForeignOrigin);
    assert_eq!(verdict(&app, Method::GET, "/favorites", &[visit]), foreign);
    assert_eq!(verdict(&app, Method::POST, "/", &[visit]), foreign);
    assert_eq!(verdict(&app, Method::GET, "/", &[("sec-fetch-mode", "cors")]), foreign);
    assert_eq!(verdict(&app, Method::GET, "/", &[visit, ("origin", "https://evil.example")]), foreign);
    assert_eq!(verdict(&Guard::loopback(3000), Method::GET, "/", &[visit]), foreign);
}

#[test]
fn the_page_of_the_app_may_use_the_port_of_the_files() {
    let verdict = |method: Method, site: &'static str, headers: &[(&'static str, &'static str)]| {
        let host = [("host", "127.0.0.1:9000"), ("sec-fetch-site", site)];
        let headers = host.iter().chain(headers);
        let headers = headers.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        let guard = Guard::loopback(9000).for_app_at(3000);
        guard.refuse(&method, &Uri::from_static("/files-bucket/imports/7"), &headers)
    };
    let (page, visit) = (("origin", "http://127.0.0.1:3000"), ("sec-fetch-mode", "navigate"));
    assert_eq!(verdict(Method::PUT, "same-site", &[page]), None);
    assert_eq!(verdict(Method::GET, "same-site", &[visit]), None, "a download");
    let foreign = Some(Refusal::ForeignOrigin);
    assert_eq!(verdict(Method::PUT, "same-site", &[("origin", "http://127.0.0.1:3001")]), foreign);
    assert_eq!(verdict(Method::GET, "cross-site", &[visit]), foreign);
    assert_eq!(verdict(Method::GET, "same-site", &[]), foreign, "a picture, a frame or a script");
}

#[test]
fn admitted_pages_and_hosts_may_use_the_port_of_the_app() {
    let admitted = Arc::new(Admitted {
        origins: vec!["https://app.example.com".parse().unwrap()],
        hosts: vec!["favorites.example.com".parse().unwrap()],
    });
    let api = Guard::loopback(3000).with_app().and(&admitted);
    let files = Guard::loopback(9000).for_app_at(3000).and(&admitted);
    let verdict = |guard: &Guard, headers: &[(&'static str, &'static str)]| {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        guard.refuse(&Method::POST, &Uri::from_static("/favorites"), &headers.collect())
    };
    let (cross, same) = (("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-origin"));
    let (page, tunnel) = (("origin", "https://app.example.com"), ("origin", "https://favorites.example.com"));
    let (local, hosted) = (("host", "localhost:3000"), ("host", "favorites.example.com"));
    for headers in
        [&[local, page, cross][..], &[local, page], &[hosted, tunnel, same], &[hosted, same], &[hosted]]
    {
        assert_eq!(verdict(&api, headers), None, "{headers:?}");
    }
    let foreign = Some(Refusal::ForeignOrigin);
    let evil = ("origin", "https://evil.example");
    for headers in [
        &[local, evil, cross][..],
        &[hosted, evil, cross],
        &[local, cross],
        &[hosted, cross],
        &[local, page, evil],
    ] {
        assert_eq!(verdict(&api, headers), foreign, "{headers:?}");
    }
    let misdirected = Some(Refusal::Misdirected { containers: false });
    for host in ["favorites.example.com:3000", "app.example.com", "evil.example"] {
        assert_eq!(verdict(&api, &[("host", host)]), misdirected, "{host}");
    }
    // A tunnel serves only the API. Its pages may use the port of the files on this machine.
    assert_eq!(verdict(&files, &[hosted]), misdirected);
    assert_eq!(verdict(&files, &[("host", "localhost:9000"), tunnel, cross]), None);
    assert_eq!(verdict(&files, &[("host", "localhost:9000"), evil, cross]), foreign);
}
