use single_table::table;

table! {
    /// An index that includes no attribute.
    pub struct None {
        key: (pk, sk),
        global: [ByNone = byNone (nonePk, noneSk) include []],
        entities: [],
    }
}

table! {
    /// An index that includes 21 attributes.
    pub struct Many {
        key: (pk, sk),
        global: [
            ByMany = byMany (manyPk, manySk) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u],
        ],
        entities: [],
    }
}

table! {
    /// Six indexes that include 101 attributes together.
    pub struct TooMany {
        key: (pk, sk),
        global: [
            G1 = gs1 (g1, h1) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            G2 = gs2 (g2, h2) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            G3 = gs3 (g3, h3) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            G4 = gs4 (g4, h4) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            G5 = gs5 (g5, h5) include [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t],
            G6 = gs6 (g6, h6) include [a],
        ],
        entities: [],
    }
}

fn main() {}
