//! Tables that DynamoDB would refuse. Each is named after its mistake.

use single_table::table;

table! { pub struct KeyAttributeWithoutAName { key: ("", sk), entities: [] } }

table! { pub struct TtlThatIsAKey { key: (pk, sk), ttl: sk, entities: [] } }

table! {
    pub struct IndexNameOfTwoCharacters { key: (pk, sk), global: [Short = ix (artist, sk)], entities: [] }
}

table! {
    pub struct IndexNameWithASpace { key: (pk, sk), global: [Spaced = "by day" (day, sk)], entities: [] }
}

table! {
    pub struct TwoIndexesOfOneName {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiOne (gsiTwoPk, gsiTwoSk)],
        entities: [],
    }
}

table! {
    pub struct SixLocalIndexes {
        key: (pk, sk),
        local: [
            One = one (oneSk), Two = two (twoSk), Three = three (threeSk),
            Four = four (fourSk), Five = five (fiveSk), Six = six (sixSk),
        ],
        entities: [],
    }
}

table! {
    pub struct KeyWithOneAttributeTwice {
        key: (pk, sk),
        global: [ByCustomer = byCustomer native ([customer: S, state: S], [state: S])],
        entities: [],
    }
}

table! {
    pub struct NativeIndexOfFiveAttributes {
        key: (pk, sk),
        global: [ByPlace = byPlace native ([country: S, region: S, city: S, street: S, house: N], [])],
        entities: [],
    }
}

table! {
    pub struct TwoNativeTypesOfOneAttribute {
        key: (pk, sk),
        global: [ByState = byState native ([state: S], []), ByNumber = byNumber native ([state: N], [])],
        entities: [],
    }
}

table! { pub struct UnlistedEntities { key: (pk, sk) } }

fn main() {}
