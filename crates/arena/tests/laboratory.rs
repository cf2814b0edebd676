//! Advice, experiments and jobs over HTTP.

mod common;

use common::server;
use serde_json::{Value, json};
use spinney_arena::client::{request, request_text};
use std::net::SocketAddr;
use std::time::Duration;

async fn post(at: SocketAddr, path: &str, body: Value) -> (u16, Value) {
    request(at, "POST", path, Some(&body)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_names_a_move_and_its_reason() {
    let server = server().await;
    let at = server.address();
    let ask = async |log: &str, agent: Value| {
        let question = json!({"game": "scotland-yard", "log": log, "agent": agent});
        post(at, "/api/v1/advice", question).await
    };
    let log = "start ? 13 26 29 34 50\n1 T T14 T15";
    let (status, position) = ask(log, Value::Null).await;
    assert_eq!((status, &position["analysis"]), (200, &Value::Null), "{position}");
    assert_eq!(position["deciding"], json!({"player": 3, "name": "Detective 3"}));
    assert_eq!(position["observation"]["mr_x"]["station"], Value::Null);
    assert!(position["next"].as_array().unwrap().iter().any(|mv| mv["text"] == "T41"));
    let sum = |list: &Value| -> f64 {
        list.as_array().unwrap().iter().map(|p| p["probability"].as_f64().unwrap()).sum()
    };
    assert!((sum(&position["possible"]) - 1.0).abs() < 1e-9);
    let (_, advice) = ask(log, json!("nijssen(playouts=500)")).await;
    assert_eq!(advice["analysis"]["playouts"], 500);
    let best = advice["analysis"]["best"]["data"]["to"].to_string();
    let sentence = advice["sentence"].as_str().unwrap();
    assert!(sentence.contains(&format!("to {best} ")), "{sentence}");
    let (status, wrong) = ask("start ? 13 26 29 34 50\n1 T T99", Value::Null).await;
    let message = wrong["error"]["message"].as_str().unwrap();
    assert_eq!(status, 400);
    assert!(message.starts_with("line 2: detective 1 can't play T99"), "{message}");
    assert_eq!(ask(log, json!("nijsen")).await.1["error"]["code"], "bad-agent");
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn experiments_stand_beside_the_papers() {
    let server = server().await;
    let at = server.address();
    let (status, papers) = request(at, "GET", "/api/v1/experiments", None).await.unwrap();
    assert_eq!(status, 200, "{papers}");
    let papers = papers["papers"].as_array().unwrap();
    assert!(papers.len() >= 5);
    let path = "/api/v1/experiments/perick-2012/table-2";
    let (status, table) = request(at, "GET", path, None).await.unwrap();
    assert_eq!(status, 200, "{table}");
    let cells = table["cells"].as_array().unwrap();
    assert!(cells.iter().any(|cell| cell["paper"]["value"].is_f64()), "{table}");
    assert!(cells.iter().all(|cell| cell["row"].is_string() && cell["verdict"].is_string()));
    assert!(!table["claims"].as_array().unwrap().is_empty());
    let (status, _) = request(at, "GET", "/api/v1/experiments/no/such", None).await.unwrap();
    assert_eq!(status, 404);
    server.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_run_one_after_the_other_and_can_be_stopped() {
    let server = server().await;
    let at = server.address();
    let compare = |a: &str, games: u64| json!({"kind": "compare", "game": "tic-tac-toe", "a": a, "b": "random", "games": games});
    let (status, job) = post(at, "/api/v1/jobs", compare("uct(playouts=100)", 40)).await;
    assert_eq!(status, 201, "{job}");
    let long = compare("uct(playouts=50000)", 10_000);
    let (_, second) = post(at, "/api/v1/jobs", long).await;
    let path = |job: &Value| format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    // The stream of events ends with the job.
    let events = format!("{}/events", path(&job));
    let (_, events) = request_text(at, "GET", &events, None).await.unwrap();
    assert!(events.contains("\"status\":\"done\""), "{events}");
    let (_, done) = request(at, "GET", &path(&job), None).await.unwrap();
    assert_eq!((&done["status"], &done["done"]), (&json!("done"), &done["of"]));
    let series = done["series"].as_array().unwrap();
    assert_eq!(series.last().unwrap()["games"], done["of"]);
    assert!(done["sentence"].as_str().unwrap().contains('A'), "{done}");

    request(at, "DELETE", &path(&second), None).await.unwrap();
    for _ in 0..200 {
        let (_, job) = request(at, "GET", &path(&second), None).await.unwrap();
        if job["status"] == "stopped" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let (_, all) = request(at, "GET", "/api/v1/jobs", None).await.unwrap();
    assert_eq!(all["jobs"][0]["status"], "stopped");
    for (wrong, code) in [
        (json!({"kind": "experiment", "id": "no/such", "games": 1}), "not-found"),
        (
            json!({"kind": "compare", "game": "scotland-yard", "a": "random", "b": "random", "games": 2}),
            "bad-agent",
        ),
        (compare("uct", 0), "bad-message"),
        (json!({"kind": "dance"}), "bad-message"),
    ] {
        let (_, answer) = post(at, "/api/v1/jobs", wrong).await;
        assert_eq!(answer["error"]["code"], code, "{answer}");
    }
    server.shutdown().await;
}
