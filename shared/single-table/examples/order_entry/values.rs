//! The types of key components.

use serde::{Deserialize, Serialize};
use single_table::keys::{key_component, key_enum};

/// Defines a type of its own for each kind of text, so that the compiler tells them apart.
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
    /// The id of a customer.
    CustomerId
    /// A day, such as `2026-11-21`.
    Date
    /// The id of an employee, such as an account representative.
    EmployeeId
    /// The id of an order.
    OrderId
    /// The id of a product.
    ProductId
    /// A quarter of a year, such as `2026-Q1`.
    Quarter
    /// The id of a warehouse.
    WarehouseId
}

/// The state of an order.
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
