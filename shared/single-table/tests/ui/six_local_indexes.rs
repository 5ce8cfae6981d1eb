use single_table::table;

table! {
    /// Too many.
    pub struct WideTable {
        key: (pk, sk),
        local: [
            One = one (oneSk), Two = two (twoSk), Three = three (threeSk),
            Four = four (fourSk), Five = five (fiveSk), Six = six (sixSk),
        ],
        entities: [],
    }
}

fn main() {}
