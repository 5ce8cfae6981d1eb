//! Tests answers that the Runtime API refuses.

use favorites_tests::lambda::{event, start_table};
use favorites_tests::runtime_api::Refusal;

use crate::functions::start;
use crate::table::{counts, favorites};

#[tokio::test]
async fn an_http_function_whose_answer_is_refused_serves_the_next_event() {
    let table = start_table().await;
    let mut function = start("create-favorite", table.environment()).await;
    let event = event("create-favorite");
    for refusal in Refusal::ALL {
        function.refuse_next_answer(refusal);
        assert_eq!(function.invoke(&event).await.refusal(), refusal);
        // The function wrote the favorite although its answer was refused, so the caller's retry finds the favorite.
        let answer = function.invoke(&event).await.answer();
        assert_eq!(answer["statusCode"], 200, "{refusal:?}: {answer}");
    }
    assert_eq!(favorites(table.environment()).await.len(), 1);
    table.shutdown().await;
}

#[tokio::test]
async fn a_change_consumer_whose_answer_is_refused_counts_the_redelivered_batch_once() {
    let table = start_table().await;
    let mut consumer = start("change-consumer", table.environment()).await;
    let event = event("change-consumer");
    for refusal in Refusal::ALL {
        consumer.refuse_next_answer(refusal);
        assert_eq!(consumer.invoke(&event).await.refusal(), refusal);
        assert_eq!(consumer.invoke(&event).await.answer()["batchItemFailures"], serde_json::json!([]));
    }
    assert_eq!(counts(table.environment()).await.total, 1);
    table.shutdown().await;
}
