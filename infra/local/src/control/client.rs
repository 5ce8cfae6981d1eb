//! Gives an order to the running service.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::ControlError;
use super::order::Order;
use super::place::Place;

/// Gives `order` to the service that uses the data folder `folder`, and waits until it is done. Returns the service's answer.
pub(crate) async fn ask<A: DeserializeOwned>(folder: &Path, order: &Order) -> Result<A, ControlError> {
    let place = Place::read(folder)?;
    let client = reqwest::Client::builder().no_proxy().build()?;
    let request = client.post(format!("http://{}/", place.address)).bearer_auth(place.secret).json(order);
    let answer = request.send().await?;
    if answer.status().is_success() {
        Ok(answer.json().await?)
    } else {
        Err(ControlError::Refused(answer.text().await?))
    }
}
