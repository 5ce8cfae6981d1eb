//! Measures the index of 50,000 links: bytes a favorite in text slots and in runs of several sizes, and write units a favorite with
//! all merges.
//!
//! `cargo run --release -p packed-index --example sizes`
#![expect(clippy::print_stdout, reason = "the figures are the purpose of the program")]

mod corpus;
mod reads;
mod terms;
mod tiers;

use packed_index::{
    BlockSizes, DOCUMENTS_IN_ITEM, Document, DocumentNumber, Lists, SlotEntry, documents_to_bytes,
    slot_to_bytes,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use corpus::{Corpus, Link};
use terms::{Placing, add, document, terms_of};
use tiers::{Library, divided, units};

const LINKS: usize = 50_000;
/// The size of a text slot, so that eight of them make a run of 512.
const SLOT: usize = 64;

fn main() {
    let links: Vec<Link> = Corpus::new().take(LINKS).collect();
    let bytes: usize = links.iter().map(|link| link.title.len() + 1 + link.rest.len()).sum();
    let terms: usize = links.iter().map(|link| terms_of(link, Placing::LeftOut).len()).sum();
    println!("{LINKS} links, {} bytes of text and {} terms each", bytes / LINKS, terms / LINKS);
    println!("\ntext slots, bytes a favorite");
    for size in [20, SLOT, 100] {
        println!("  {size:>6} favorites {:>6.1}", per(slot_bytes(&links, size), LINKS));
    }
    println!(
        "\nruns, bytes a favorite (blocks without places, places, documents) and blocks (without places, with)"
    );
    for size in [100, 512, 800, 4_096, 6_400, 32_768, LINKS] {
        run(&links[LINKS - size..]);
    }
    println!("\nwrite units a change, with all merges");
    history(&links, BlockSizes::STORED, 0, 0);
    history(&links, BlockSizes::STORED, 10, 5);
    println!(
        "\nread units of a first page of 20, without the head, text slots and favorites: median / 95 % / maximum"
    );
    searches(&links);
    println!("\nwrite units with other sizes of blocks");
    for block in [1_600, 1_900, 2_700, 3_700] {
        history(&links, BlockSizes { block, chunk: block * 5 / 6 }, 0, 0);
    }
}

/// Searches a library of all links, and each of the libraries that it has been shortly before.
fn searches(links: &[Link]) {
    let mut library = Library::new(links, SLOT, BlockSizes::STORED);
    let mut measured = reads::queries(links);
    for link in 0..links.len() {
        library.write(links, link, 1, true);
        if link >= LINKS * 4 / 5 && link % (SLOT * 13) == 0 {
            for measured in &mut measured {
                measured.search(&library);
            }
        }
    }
    measured.iter_mut().for_each(reads::Measured::print);
}

#[expect(clippy::cast_precision_loss, reason = "the numbers are far below 2^52")]
fn per(sum: usize, count: usize) -> f64 {
    sum as f64 / count as f64
}

fn slot_bytes(links: &[Link], size: usize) -> usize {
    let entry = |link: &Link| SlotEntry {
        document: document(link, 1, true),
        text: format!("{},{}", link.title, link.rest),
    };
    let slots = links.chunks(size).map(|slot| slot.iter().rev().map(entry).collect::<Vec<_>>());
    slots.map(|slot| slot_to_bytes(&slot).expect("the links are in order").len()).sum()
}

/// Prints the sizes of a run of these links.
fn run(links: &[Link]) {
    let documents: Vec<Document> = links.iter().rev().map(|link| document(link, 1, true)).collect();
    let items = documents.chunks(usize::try_from(DOCUMENTS_IN_ITEM).expect("an item is small"));
    let document_bytes: usize =
        items.map(|item| documents_to_bytes(item).expect("the links are in order").len()).sum();
    let blocks = |placing| {
        let mut lists = Lists::default();
        for (number, link) in (0..).map(DocumentNumber).zip(links.iter().rev()) {
            add(&mut lists, number, link, placing);
        }
        divided(&lists, u32::try_from(links.len()).expect("a run is small"), BlockSizes::STORED)
    };
    let (without, with) = (blocks(Placing::LeftOut), blocks(Placing::Kept));
    let bytes = |blocks: &[Vec<u8>]| per(blocks.iter().map(Vec::len).sum(), links.len());
    let block_units =
        |blocks: &[Vec<u8>]| per(blocks.iter().map(|block| units(block.len())).sum(), links.len());
    println!(
        "  {:>6} favorites {:>6.1} {:>5.1} {:>5.1}  {:>5} {:>5} blocks, {:.3} {:.3} units a favorite",
        links.len(),
        bytes(&without),
        bytes(&with) - bytes(&without),
        per(document_bytes, links.len()),
        without.len(),
        with.len(),
        block_units(&without),
        block_units(&with),
    );
}

/// Writes all links, with edits and deletions of earlier ones in between, and prints the write units.
fn history(links: &[Link], sizes: BlockSizes, edits: u32, deletions: u32) {
    let mut rng = StdRng::seed_from_u64(1);
    let mut library = Library::new(links, SLOT, sizes);
    let mut side_by_side = Vec::new();
    let mut live: Vec<(usize, u64)> = Vec::new();
    let (mut next, mut changes) = (0, 0);
    while changes < LINKS {
        changes += 1;
        if changes % (SLOT * 100) == 0 {
            side_by_side.extend(library.side_by_side());
        }
        let chance = rng.random_range(0..100);
        if chance >= edits + deletions || live.is_empty() {
            library.write(links, next, 1, true);
            live.push((next, 1));
            next += 1;
            continue;
        }
        let place = rng.random_range(0..live.len());
        live[place].1 += 1;
        let (link, version) = live[place];
        let is_edit = chance < edits;
        library.write(links, link, version, is_edit);
        if !is_edit {
            live.swap_remove(place);
        }
    }
    let written = library.written;
    let all = written.texts + written.documents + written.blocks + written.maps + written.fences;
    let unit = |units| per(units, changes);
    let block = sizes.block;
    println!("  blocks of {block}, {edits} % edits, {deletions} % deletions: {:.3}", unit(all));
    println!(
        "    texts {:.3}, documents {:.3}, blocks {:.3}, fences {:.4}, maps {:.4}",
        unit(written.texts),
        unit(written.documents),
        unit(written.blocks),
        unit(written.fences),
        unit(written.maps)
    );
    let (count, bytes, largest) = written.block_sizes;
    println!(
        "    {} merges, the largest {} units; {count} blocks of {:.0} bytes, the largest {largest}; {} sets with new fences",
        written.merges.len(),
        written.merges.iter().max().unwrap_or(&0),
        per(bytes, count.max(1)),
        written.retired,
    );
    // An eventually consistent read costs half a unit for each started 4 KB.
    let reads: usize = side_by_side.iter().map(|bytes| bytes.div_ceil(4_096)).sum();
    println!(
        "    the blocks at a fence of a full set have {:.0} bytes and take {:.2} read units, at most {} bytes",
        per(side_by_side.iter().sum(), side_by_side.len().max(1)),
        per(reads, 2 * side_by_side.len().max(1)),
        side_by_side.iter().max().unwrap_or(&0)
    );
}
