//! The form by which two addresses are the same link.

use std::collections::{BTreeMap, BTreeSet};

use favorites::WebUrl;
use proptest::prelude::*;

fn link(url: &str) -> String {
    WebUrl::parse(url).expect("it is an address").link()
}

/// The unit tests of the web app read the same file.
#[test]
fn addresses_of_one_link_have_its_form_and_no_others_do() {
    let links = include_str!("same-links.json");
    let links: BTreeMap<String, BTreeSet<String>> = serde_json::from_str(links).unwrap();
    assert!(links.len() > 20);
    for (form, addresses) in links {
        for address in addresses.iter().chain([&form]) {
            assert_eq!(link(address), form, "{address}");
        }
    }
}

#[test]
fn a_fragment_counts_only_if_it_can_be_a_route() {
    let fragment = |fragment: &str| {
        let link = WebUrl::parse(format!("https://example.com/#{fragment}")).unwrap().link();
        link.split_once('#').map(|(_, fragment)| fragment.to_owned())
    };
    for anchor in ["", "top", "chapter-2.1", "L10-L20", ":~:text=a%20word", "top:~:text=a/b", "名", "a!b"] {
        assert_eq!(fragment(anchor), None, "{anchor}");
    }
    for route in ["/", "/item/1", "!/item", "!about", "inbox/7", "%2Fitem%2f1", "page=2", "?q", "a&b"] {
        assert_eq!(fragment(route).as_deref(), Some(route));
    }
    assert_eq!(fragment("/item/1:~:text=word").as_deref(), Some("/item/1"));
}

#[test]
fn the_longest_query_has_a_form() {
    let query = |parameter: fn(usize) -> String| (0..500).map(parameter).collect::<Vec<_>>().join("&");
    let ascending = query(|number| format!("{number:03}"));
    let descending = query(|number| format!("{:03}", 499 - number));
    let address = |query: &str| format!("https://example.com/?{query}");
    assert_eq!(address(&ascending).len(), favorites::limits::URL_CHARS - 28);
    assert_eq!(link(&address(&descending)), address(&ascending));
    assert_eq!(link(&address(&"&".repeat(2_000))), "https://example.com/");
    assert_eq!(link(&format!("http://example.com/a{}", "/".repeat(2_000))), "https://example.com/a");
}

/// An address in its parts. No parameter is a tracker.
#[derive(Debug, Clone)]
struct Address {
    host: String,
    path: Vec<String>,
    parameters: Vec<(String, String)>,
}

impl Address {
    fn parts(&self, scheme: &str, end: &str, parameters: &[String]) -> String {
        let Self { host, path, .. } = self;
        format!("{scheme}://{host}/{}{end}?{}", path.join("/"), parameters.join("&"))
    }

    fn text(&self) -> String {
        let pairs = self.parameters.iter().map(|(name, value)| format!("{name}={value}"));
        self.parts("https", "", &pairs.collect::<Vec<_>>())
    }

    /// The parameters in an order in which those of the same name have kept theirs.
    fn reordered(&self, order: &[prop::sample::Index]) -> Vec<String> {
        let mut left: Vec<_> = self.parameters.iter().collect();
        let mut reordered = Vec::new();
        for index in order.iter().cycle().take(self.parameters.len()) {
            let name = &left[index.index(left.len())].0;
            let first = left.iter().position(|(other, _)| decoded(other) == decoded(name));
            let (name, value) = left.remove(first.expect("the name is left"));
            reordered.push(format!("{name}={value}"));
        }
        reordered
    }
}

fn decoded(name: &str) -> String {
    name.replace("%61", "a")
}

fn address() -> impl Strategy<Value = Address> {
    let host = prop::sample::select(vec!["a.example", "www.a.example", "a.example:81"]);
    let path = prop::collection::vec("[a-c%]{1,3}", 0..3);
    let parameters = prop::collection::vec(("[a-c]{0,2}|%61", "[a-c/+%=?]{0,3}"), 0..6);
    (host, path, parameters).prop_map(|(host, path, parameters)| Address {
        host: host.to_owned(),
        path,
        parameters,
    })
}

proptest! {
    #[test]
    fn what_does_not_choose_the_page_makes_no_other_link(
        address in address(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 1..6),
        trackers in prop::collection::vec(("(?i:fbclid|_ga|utm_[a-z=%]{0,3})(=[a-c]?)?|", any::<prop::sample::Index>()), 0..4),
        scheme in "https?",
        slashes in "/{0,3}",
        anchor in "(#[a-z-]{0,3})?",
    ) {
        let mut parameters = address.reordered(&order);
        for (tracker, place) in trackers {
            parameters.insert(place.index(parameters.len() + 1), tracker);
        }
        let same = format!("{}{anchor}", address.parts(&scheme, &slashes, &parameters));
        prop_assert_eq!(link(&same), link(&address.text()), "{}", same);
    }

    #[test]
    fn what_chooses_the_page_makes_another_link(
        address in address(),
        place in any::<prop::sample::Index>(),
        change in 0..4,
    ) {
        let mut other = address.clone();
        match change {
            0 => other.host.insert(0, 'x'),
            1 => other.path.push("x".into()),
            2 => other.parameters.insert(place.index(other.parameters.len() + 1), ("x".into(), String::new())),
            _ if other.parameters.is_empty() => return Ok(()),
            _ => {
                let place = place.index(other.parameters.len());
                other.parameters[place].1.push('x');
            }
        }
        prop_assert_ne!(link(&other.text()), link(&address.text()), "{}", other.text());
    }

    #[test]
    fn the_form_of_a_form_is_itself(rest in prop_oneof!["[/?#&=%.:;+a@\\\\-]{0,20}", any::<String>()]) {
        if let Ok(url) = WebUrl::parse(format!("http://example.com{rest}")) {
            let form = url.link();
            let again = serde_json::from_value::<WebUrl>(form.clone().into()).unwrap();
            prop_assert_eq!(again.as_str(), &form);
            prop_assert_eq!(again.link(), form);
        }
    }
}
