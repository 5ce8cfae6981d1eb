//! The entities of human resources: employees, their jobs and their workplaces.

use serde::{Deserialize, Serialize};
use single_table::Entity;

use crate::table::{GsiOne, OrderEntryTable};
use crate::values::{Date, EmployeeId, WarehouseId};

/// An employee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Employee", collection = "HrEmployee", partition(employee), sort())]
#[index(on = GsiOne, view = EmployeesByName, partition(name), sort(employee))]
pub(crate) struct Employee {
    pub(crate) employee: EmployeeId,
    pub(crate) name: String,
    pub(crate) email: String,
}

/// An edge from an employee to a current or former job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "JobHistory", collection = "HrEmployee", partition(employee), sort(from))]
#[index(on = GsiOne, view = EmployeesByCurrentTitle, partition(current_title?), sort(from, employee))]
pub(crate) struct JobHistory {
    pub(crate) employee: EmployeeId,
    pub(crate) from: Date,
    pub(crate) title: String,
    /// The title, if this is the current job. The index contains only edges that have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) current_title: Option<String>,
}

/// The data of an employee that only the department of human resources may see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "HrConfidential", collection = "HrEmployee", partition(employee), sort())]
#[index(on = GsiOne, view = EmployeesByHireDate, partition(), sort(hired, employee))]
pub(crate) struct HrConfidential {
    pub(crate) employee: EmployeeId,
    pub(crate) hired: Date,
    pub(crate) salary: u32,
}

/// An edge from an employee to their warehouse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Workplace", collection = "HrEmployee", partition(employee), sort(warehouse))]
#[index(on = GsiOne, view = EmployeesByWarehouse, partition(warehouse), sort(employee))]
pub(crate) struct Workplace {
    pub(crate) employee: EmployeeId,
    pub(crate) warehouse: WarehouseId,
}

/// A region of the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Region", partition(region), sort(name))]
pub(crate) struct Region {
    pub(crate) region: String,
    pub(crate) name: String,
}

/// A country.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Country", partition(country), sort(name))]
pub(crate) struct Country {
    pub(crate) country: String,
    pub(crate) name: String,
}

/// A location of the company.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Location", partition(location), sort(country))]
pub(crate) struct Location {
    pub(crate) location: String,
    pub(crate) country: String,
    pub(crate) city: String,
}

/// A kind of job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Job", partition(job), sort(title))]
pub(crate) struct Job {
    pub(crate) job: String,
    pub(crate) title: String,
}

/// A department.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Department", partition(department), sort())]
pub(crate) struct Department {
    pub(crate) department: String,
    pub(crate) name: String,
}
