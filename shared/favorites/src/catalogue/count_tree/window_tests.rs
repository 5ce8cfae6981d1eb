use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::catalogue::count_tree::samples::deltas;

proptest! {
    #[test]
    fn windows_have_each_cell_of_a_sum_once(parts in vec(deltas(40), 0..6), most in 1..20_usize) {
        let mut sum = Deltas::default();
        for part in &parts {
            sum.add_all(part, 1);
        }
        let mut read: Vec<(Cell, i64)> = Vec::new();
        let mut first = None;
        loop {
            let mut window = Window::new(first, most);
            for part in &parts {
                window.add(part);
            }
            let (cells, next) = window.close();
            prop_assert!(cells.len() <= most);
            read.extend(cells.iter());
            prop_assert!(next.is_none() || next > first, "each window begins later");
            first = next;
            if first.is_none() {
                break;
            }
        }
        prop_assert_eq!(read, sum.iter().collect::<Vec<_>>());
    }
}
