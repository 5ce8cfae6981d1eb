//! The fourteen access patterns of AWS's "Example of modeling relational data in DynamoDB", in the order of that page. Each
//! comment names the index and the key condition that the page lists.

use single_table::{Error, Store};

use crate::hr::{
    Employee, EmployeeKey, EmployeesByCurrentTitle, EmployeesByHireDate, EmployeesByName,
    EmployeesByWarehouse, HrConfidential, JobHistory, JobHistoryItems, Workplace,
};
use crate::oe::{
    AccountRepsByTotal, Customer, CustomersByAccountRep, Inventory, InventoryItems, InventoryKey, Order,
    OrderSale, OrdersByAccountRep, OrdersByCustomer, OrdersByStatus, ProductLine, SalesTotal,
};
use crate::table::OrderEntryTable;
use crate::values::{CustomerId, Date, EmployeeId, ProductId, Quarter, Status, WarehouseId};

pub(crate) struct OrderEntry {
    pub(crate) store: Store<OrderEntryTable>,
}

impl OrderEntry {
    /// 1. Returns an employee by id: the table's key.
    pub(crate) async fn employee(&self, employee: &EmployeeId) -> Result<Option<Employee>, Error> {
        self.store.get(&EmployeeKey { employee: employee.clone() }).await
    }

    /// 2. Returns the employees with a name: GSI-1, PK = name.
    pub(crate) async fn employees_by_name(&self, name: &str) -> Result<Vec<Employee>, Error> {
        self.store.all(EmployeesByName::query(name.to_owned())).await
    }

    /// 3. Returns the current job of an employee: the table, SK begins with the edge's name; the last item is the current job.
    pub(crate) async fn current_job(&self, employee: &EmployeeId) -> Result<Option<JobHistory>, Error> {
        let query = JobHistoryItems::query(employee.clone()).descending().limit(1);
        Ok(self.store.page(query).await?.items.pop())
    }

    /// 4. Returns a customer's orders between two days: GSI-1, PK = customer, SK between status and date, for each status.
    pub(crate) async fn orders_by_customer(
        &self,
        customer: &CustomerId,
        from: &Date,
        to: &Date,
    ) -> Result<Vec<Order>, Error> {
        let mut orders = Vec::new();
        for status in Status::ALL {
            let query = OrdersByCustomer::query(customer.clone()).between(&(status, from), &(status, to));
            orders.extend(self.store.all(query).await?);
        }
        Ok(orders)
    }

    /// 5. Returns all open orders between two days: GSI-2, all shards in parallel, SK between `OPEN` and each date.
    pub(crate) async fn open_orders(&self, from: &Date, to: &Date) -> Result<Vec<Order>, Error> {
        let open = Status::Open;
        self.store.all(OrdersByStatus::query().between(&(open, from), &(open, to))).await
    }

    /// 6. Returns the employees hired after a date: GSI-1, PK = the name of the confidential edge, SK > date.
    pub(crate) async fn hired_after(&self, date: &Date) -> Result<Vec<HrConfidential>, Error> {
        self.store.all(EmployeesByHireDate::query().greater_than(&(date,))).await
    }

    /// 7. Returns the employees of a warehouse: GSI-1, PK = warehouse.
    pub(crate) async fn employees_of(&self, warehouse: &WarehouseId) -> Result<Vec<Workplace>, Error> {
        self.store.all(EmployeesByWarehouse::query(warehouse.clone())).await
    }

    /// 8. Returns the order items and the inventories of a product with one query: GSI-1, PK = product.
    pub(crate) async fn product_lines(&self, product: &ProductId) -> Result<Vec<ProductLine>, Error> {
        self.store.all(ProductLine::query(product.clone())).await
    }

    /// 9. Returns the customers of an account representative: GSI-1, PK = account representative.
    pub(crate) async fn customers_of(&self, account_rep: &EmployeeId) -> Result<Vec<Customer>, Error> {
        self.store.all(CustomersByAccountRep::query(account_rep.clone())).await
    }

    /// 10. Returns the orders of an account representative between two days: GSI-1, PK = representative, SK as in 4.
    pub(crate) async fn orders_by_account_rep(
        &self,
        account_rep: &EmployeeId,
        from: &Date,
        to: &Date,
    ) -> Result<Vec<OrderSale>, Error> {
        let mut orders = Vec::new();
        for status in Status::ALL {
            let query =
                OrdersByAccountRep::query(account_rep.clone()).between(&(status, from), &(status, to));
            orders.extend(self.store.all(query).await?);
        }
        Ok(orders)
    }

    /// 11. Returns the employees with a job title: GSI-1, PK = title.
    pub(crate) async fn employees_with_title(&self, title: &str) -> Result<Vec<JobHistory>, Error> {
        self.store.all(EmployeesByCurrentTitle::query(title.to_owned())).await
    }

    /// 12. Returns the inventory of a product in a warehouse: the table's key.
    pub(crate) async fn inventory(
        &self,
        product: &ProductId,
        warehouse: &WarehouseId,
    ) -> Result<Option<Inventory>, Error> {
        self.store.get(&InventoryKey { product: product.clone(), warehouse: warehouse.clone() }).await
    }

    /// 13. Returns the total inventory of a product: the table, SK begins with the edge's name.
    pub(crate) async fn total_inventory(&self, product: &ProductId) -> Result<u32, Error> {
        let lots = self.store.all(InventoryItems::query(product.clone())).await?;
        Ok(lots.iter().map(|lot| lot.quantity).sum())
    }

    /// 14. Returns the account representatives by their sales in a quarter, highest first: GSI-1, PK = quarter, descending.
    pub(crate) async fn ranking(&self, quarter: &Quarter) -> Result<Vec<SalesTotal>, Error> {
        self.store.all(AccountRepsByTotal::query(quarter.clone()).descending()).await
    }
}
