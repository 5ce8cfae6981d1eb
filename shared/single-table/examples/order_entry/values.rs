//! The values that keys are made of.

use serde::{Deserialize, Serialize};
use single_table::keys::{key_component, key_enum};

/// A type of its own for each kind of text, so that one can't be given for another.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
            #[serde(transparent)]
            pub(crate) struct $name(String);

            key_component!($name as String, |text| text.0.as_str(), |text| Ok::<_, String>($name(text)));

            impl From<&str> for $name {
                fn from(text: &str) -> Self {
                    Self(text.to_owned())
                }
            }

            impl std::fmt::Display for $name {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str(&self.0)
                }
            }
        )*
    };
}

texts! {
    /// Which customer.
    CustomerId
    /// A day, as `2026-11-21`.
    Date
    /// Which employee. An account representative is one.
    EmployeeId
    /// Which order.
    OrderId
    /// Which product.
    ProductId
    /// A quarter of a year, as `2026-Q1`.
    Quarter
    /// Which warehouse.
    WarehouseId
}

/// How far an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Status {
    Backorder,
    Open,
    Shipped,
}

impl Status {
    pub(crate) const ALL: [Self; 3] = [Self::Backorder, Self::Open, Self::Shipped];
}

key_enum!(Status { Backorder = "BACKORDER", Open = "OPEN", Shipped = "SHIPPED" });
