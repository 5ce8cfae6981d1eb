//! The favorites for the next plan of a job.

use single_table::query::Order;

use super::job::Job;
use super::plan::{JobPlan, JobPlanItems, PlannedChange};
use super::selector::Selector;
use super::work::JobWork;
use crate::error::Error;
use crate::model::action::Action;
use crate::model::favorite::TrashedFavoriteItems;
use crate::model::ids::{DataId, UserId};
use crate::model::page::{Page, PageRequest, Position};
use crate::search::{SearchQuery, SearchRequest};
use crate::service::Favorites;

impl Favorites {
    /// Reads the next favorites that a job may have to change, and the place after them.
    pub(super) async fn wanted(&self, job: &Job) -> Result<Page<PlannedChange>, Error> {
        match &job.work {
            JobWork::Act { action, selector } => {
                let page = self.selected(&job.user_id, *action, selector, job.after.as_ref()).await?;
                Ok(page.map(|data_id| PlannedChange::new(data_id, *action)))
            }
            JobWork::Undo { job_id, .. } => {
                let plans = JobPlanItems::query(job.user_id.clone()).begins_with(&(*job_id,));
                let plans = plans.consistent().limit(1);
                let Page { items, next } = self.read_after(job.after.as_ref(), plans).await?;
                // A job that has ended changes nothing after its last save.
                let until = self.job(&job.user_id, *job_id).await?.update_time;
                let planned = items.into_iter().flat_map(|plan: JobPlan| plan.changes);
                Ok(Page { items: planned.map(|change| change.opposite(until)).collect(), next })
            }
            JobWork::Export(_) | JobWork::Import(_) | JobWork::Erase(_) => {
                Ok(Page { items: Vec::new(), next: None })
            }
        }
    }

    /// Reads ids that a selector selects, newest first.
    async fn selected(
        &self,
        user: &UserId,
        action: Action,
        selector: &Selector,
        after: Option<&Position>,
    ) -> Result<Page<DataId>, Error> {
        let size = self.job_step;
        let page = &PageRequest { order: Order::Descending, size, after: after.cloned() };
        let found = if action.is_on_trash() {
            let query = TrashedFavoriteItems::query(user.clone());
            self.read_page(query, page).await?.map(|trashed| trashed.data_id)
        } else if let Some(text) = &selector.query {
            self.found(user, text, selector, page).await?
        } else {
            let list = self.listed(user, selector.data_type, selector.tag_id, page).await?;
            list.map(|favorite| favorite.data_id)
        };
        let items = found.items.into_iter().filter(|data_id| !selector.except.contains(data_id));
        Ok(Page { items: items.collect(), next: found.next })
    }

    /// Searches for the ids.
    async fn found(
        &self,
        user: &UserId,
        text: &str,
        selector: &Selector,
        page: &PageRequest,
    ) -> Result<Page<DataId>, Error> {
        // The text was read before the job was created, so only another release of the service can fail here.
        let query = SearchQuery::parse(text).map_err(|error| Error::Json(error.to_string()))?;
        let request = SearchRequest {
            query,
            data_type: selector.data_type,
            tag_id: selector.tag_id,
            size: page.size,
            after: page.after.clone(),
            count_all: false,
        };
        let found = self.search(user, &request).await?;
        Ok(Page { items: found.items.iter().map(|favorite| favorite.data_id).collect(), next: found.next })
    }
}
