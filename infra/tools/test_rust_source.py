"""Imports between the files of small crates: the forms of Rust source that count, and those that don't.

    python -m unittest discover infra/tools
"""

import unittest

from sample_crate import CrateTest


class Use(CrateTest):
    def test_a_nested_tree_imports_every_file_that_it_names(self):
        edges = self.edges(
            lib="mod a; mod b; mod c; mod d;",
            a="use crate::{b::{self as other, Two}, c::{deep::{Three, Four as _}}, d::*};\nfn f() { other::g() }",
            b="pub struct Two; pub fn g() {}",
            c="pub mod deep { pub struct Three; pub trait Four {} }",
            d="pub struct Five;",
        )
        self.assertEqual(edges, {"a > b", "a > c", "a > d"})

    def test_super_and_self_begin_at_the_module_that_they_are_written_in(self):
        edges = self.edges(
            lib="mod a; mod b;",
            a="mod c; mod d { use super::super::b::B; use super::c::C; use self::e::E; mod e { pub struct E; } }",
            a__c="use super::super::b::B; pub struct C;",
            b="pub struct B;",
        )
        self.assertEqual(edges, {"a > b", "a > a/c", "a/c > b"})

    def test_names_of_other_crates_import_nothing(self):
        edges = self.edges(
            lib="mod a; mod time; use ::time::Date; fn f() { ::time::now() }",
            a="use std::time::Duration; use serde::{Serialize, de::*}; fn f() { std::time::f() }",
            time="pub struct Date;",
        )
        self.assertEqual(edges, set())

    def test_a_module_with_the_name_of_a_function_in_it_is_not_lost(self):
        edges = self.edges(
            lib="mod a; mod write;",
            a="use crate::write::insert;",
            write="mod insert; pub use insert::insert;",
            write__insert="pub fn insert() {}",
        )
        self.assertEqual(edges, {"a > write/insert"})

    def test_a_crate_may_call_itself_by_name(self):
        edges = self.edges(
            lib="extern crate self as ours; mod a; mod b;",
            a="use ours::b::B; fn f() { ::ours::b::g() }",
            b="pub struct B; pub fn g() {}",
        )
        self.assertEqual(edges, {"a > b"})


class Reexports(CrateTest):
    def test_a_file_that_only_declares_and_reexports_imports_nothing(self):
        edges = self.edges(
            lib="mod folder; pub use folder::{A, b::B}; pub mod prelude { pub use crate::folder::*; }",
            folder__mod="//! A folder.\nmod a; pub(crate) mod b; pub use self::a::A; pub(super) use b::*;",
            folder__a="pub struct A;",
            folder__b="pub struct B;",
        )
        self.assertEqual(edges, set())

    def test_a_sibling_that_is_named_through_the_parent_is_imported(self):
        edges = self.edges(
            lib="mod folder; pub use folder::A as Renamed;",
            folder="mod a; mod b; mod c; pub use a::A; pub use b::*;",
            folder__a="use super::B; pub struct A;",
            folder__b="pub struct B; fn f(_: crate::Renamed) {}",
            folder__c="use super::*; fn f(_: B) { A::new(); }",
        )
        self.assertEqual(
            edges, {"folder/a > folder/b", "folder/b > folder/a", "folder/c > folder/a", "folder/c > folder/b"}
        )

    def test_a_parent_imports_a_reexport_that_its_own_code_uses(self):
        edges = self.edges(
            lib="mod folder;",
            folder="mod a; mod b; mod c; pub use a::A; pub use b::build; pub use c::C;\nfn f() -> A { let c = 1; build() }",
            folder__a="pub struct A;",
            folder__b="pub fn build() {}",
            folder__c="pub struct C;",
        )
        self.assertEqual(edges, {"folder > folder/a", "folder > folder/b"})

    def test_a_parent_imports_what_it_uses_without_reexporting_it(self):
        edges = self.edges(
            lib="mod folder;",
            folder="mod a; mod b; use a::A; pub(self) use b::B;",
            folder__a="pub struct A;",
            folder__b="pub struct B;",
        )
        self.assertEqual(edges, {"folder > folder/a", "folder > folder/b"})

    def test_a_reexport_of_another_folder_imports_it(self):
        edges = self.edges(lib="mod a; mod b;", a="pub use crate::b::B;", b="pub struct B;")
        self.assertEqual(edges, {"a > b"})

    def test_an_item_that_a_macro_makes_belongs_to_the_file_of_its_module(self):
        edges = self.edges(lib="mod a; mod b;", a="use crate::b::Made; use super::b::*;", b="make!(Made);")
        self.assertEqual(edges, {"a > b"})

    def test_files_that_reexport_each_other_import_each_other(self):
        edges = self.edges(
            lib="mod a; mod b;",
            a="pub use crate::b::*; pub use crate::b::X;",
            b="pub use crate::a::*; pub use crate::a::X;",
        )
        self.assertEqual(edges, {"a > b", "b > a"})


class Code(CrateTest):
    def test_paths_in_code_import(self):
        edges = self.edges(
            lib="mod a; mod b; mod c; mod d; mod e;",
            a="use crate::d; fn f() -> Vec<crate::b::B> { if let super::c::Kind::One(x) = <d::D as E>::new() {} }",
            b="#[derive(crate::e::Marked)] pub struct B;",
            c="pub enum Kind { One(u8) }",
            d="pub struct D;",
            e="pub struct Marked;",
        )
        self.assertEqual(edges, {"a > b", "a > c", "a > d", "b > e"})

    def test_an_item_that_use_has_named_is_not_listed_again(self):
        graph = self.graph(lib="mod a; mod b;", a="use crate::b::B;\nfn f() { B::new() }", b="pub struct B;")
        self.assertEqual(graph[self.source / "a.rs"], {self.source / "b.rs": [(1, "crate::b::B")]})

    def test_a_parent_imports_a_child_whose_function_it_calls(self):
        self.assertEqual(self.edges(lib="mod a; fn f() { a::g() }", a="pub fn g() {}"), {"lib > a"})

    def test_fields_methods_and_variables_are_no_paths(self):
        edges = self.edges(
            lib="mod a;",
            a="mod b; pub use b::{go, Go}; fn f(go: u8) { let x = go; x.go(); x.Go; Other { go }; std::b::Go; Vec::<u8>::Go(); }",
            a__b="pub fn go() {} pub struct Go;",
        )
        self.assertEqual(edges, set())

    def test_visibility_is_no_import(self):
        edges = self.edges(lib="mod a;", a="pub struct S; mod b;", a__b="pub(in super::super::a) fn f() {} pub(super) fn g() {}")
        self.assertEqual(edges, set())

    def test_comments_and_strings_import_nothing(self):
        edges = self.edges(
            lib="mod a; mod b;",
            a='''//! [`B`](crate::b::B)
/* use crate::b::B; /* crate::b::B */ crate::b::B */
const TEXT: &str = "\\" crate::b::B"; const RAW: &[u8] = br#"" crate::b::B "#; const MARK: char = '"'; const END: char = '\\'';
fn f<'a>(x: &'a str) { println!("{}", x) }
''',
            b="pub struct B;",
        )
        self.assertEqual(edges, set())

    def test_generated_code_imports_nothing(self):
        edges = self.edges(lib="mod a; mod b;", a="fn f() { quote! { use crate::b::B; #x crate::b::B } }", b="pub struct B;")
        self.assertEqual(edges, set())


class Macros(CrateTest):
    def test_the_crate_of_an_exported_macro_is_its_own(self):
        edges = self.edges(
            lib="mod a; mod b; mod c; mod d; pub use b::B;",
            a="#[macro_export]\n"
            "macro_rules! make { ($x:ident) => { $crate::B; use $crate::c::{C, E}; crate::d::D; super::d::D } }",
            b="pub struct B;",
            c="pub struct C; pub struct E;",
            d="pub struct D;",
        )
        self.assertEqual(edges, {"a > b", "a > c"})

    def test_a_private_macro_is_code_of_its_file(self):
        edges = self.edges(
            lib="mod a; mod b;",
            a="macro_rules! make { ($m:ident) => { mod $m { use super::S; use crate::b::B; } crate::b::f() } }\n"
            "struct S; make!(x);",
            b="pub struct B; pub fn f() {}",
        )
        self.assertEqual(edges, {"a > b"})

    def test_a_variable_of_a_macro_is_no_module(self):
        edges = self.edges(lib="mod b; macro_rules! call { ($b:ident) => { $b::g() } }", b="pub fn g() {}")
        self.assertEqual(edges, set())

    def test_a_call_imports_the_file_of_the_macro(self):
        edges = self.edges(
            lib="#[macro_use] mod macros; mod a; mod b; mod table;",
            macros="macro_rules! local { () => {} }\n#[macro_export] macro_rules! table { () => {} }",
            a="local!(); fn f(local: u8, x: u8) -> bool { x != local }",
            b="crate::table!(); use crate::table::T;",
            table="pub struct T;",
        )
        self.assertEqual(edges, {"a > macros", "b > macros", "b > table"})


class Tests(CrateTest):
    def test_code_for_tests_does_not_count(self):
        edges = self.edges(
            lib="mod a; mod b; #[cfg(test)] mod tests; mod c_tests;",
            a="""
                #[cfg(test)] use crate::b::{A, B};
                #[cfg(all(test, unix))] pub(crate) const fn f() { crate::b::g() }
                #[cfg(not(not(test)))] const X: crate::b::B = crate::b::A { x: { 1 } }.of(crate::b::B);
                #[allow(x)] #[cfg(any(test))] mod tests { use crate::b::B; }
                #[test] fn t() { crate::b::g() }
                struct S { #[cfg(test)] b: crate::b::B, a: u8 }
                #[cfg(test)] #[path = "other.rs"] mod other;
            """,
            b="pub struct B;",
            c_tests="use crate::b::B;",
            other="use crate::b::B;",
            tests="use crate::b::B;",
        )
        self.assertEqual(edges, set())

    def test_code_that_is_also_compiled_without_tests_counts(self):
        edges = self.edges(
            lib="mod a; mod b; mod c; mod d; mod e;",
            a='#[cfg(any(test, feature = "test-util"))] use crate::b::B; #[cfg(not(test))] use crate::c::C;\n'
            "#[cfg(test)] const fn f() {} use crate::d::D; struct S { #[cfg(test)] b: u8, a: crate::e::E }",
            b="pub struct B;",
            c="pub struct C;",
            d="pub struct D;",
            e="pub struct E;",
        )
        self.assertEqual(edges, {"a > b", "a > c", "a > d", "a > e"})

    def test_a_file_that_is_a_test_as_a_whole_does_not_count(self):
        self.assertEqual(self.edges(lib="mod a; mod b;", a="#![cfg(test)] use crate::b::B;", b="pub struct B;"), set())


if __name__ == "__main__":
    unittest.main()
