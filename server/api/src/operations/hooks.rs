//! Hooks: addresses of other programs that the room sends events to.

use super::{Answers, DONE, Kind, Operation, Sends};
use super::{asked, body, delete, get, id, maybe, newest_first, pages, post};

pub(super) static OPERATIONS: &[Operation] = &[
    get(
        "listHooks",
        "/hooks",
        "Lists the hooks of the room",
        &[],
        Sends::Message(r#"{"ListHooks": {"from": "$from"}}"#),
        pages("HookPage", "hooks"),
    ),
    post(
        "makeHook",
        "/hooks",
        "Makes a hook. The answer has its secret, which is shown once",
        &[
            body("address"),
            body("events"),
            maybe("leagues", "[]"),
            maybe("tournaments", "[]"),
            maybe("format", "\"Standard\""),
            body("reason"),
        ],
        Sends::Message(
            r#"{"DirectHook": {"reason": "$reason", "order": {"Make": {"address": "$address",
                "events": "$events", "leagues": "$leagues", "tournaments": "$tournaments",
                "format": "$format"}}}}"#,
        ),
        Answers::Body(&["HookSecret"]),
    ),
    post(
        "changeHook",
        "/hooks/{hook}",
        "Changes where a hook's events go, and which",
        &[
            id("hook"),
            body("address"),
            body("events"),
            maybe("leagues", "[]"),
            maybe("tournaments", "[]"),
            maybe("format", "\"Standard\""),
            body("reason"),
        ],
        Sends::Message(
            r#"{"DirectHook": {"reason": "$reason", "order": {"Change": {"hook": "$hook",
                "terms": {"address": "$address", "events": "$events", "leagues": "$leagues",
                "tournaments": "$tournaments", "format": "$format"}}}}}"#,
        ),
        DONE,
    ),
    delete(
        "endHook",
        "/hooks/{hook}",
        "Ends a hook. What waits for it is not sent",
        &[id("hook"), asked("reason", Kind::Text)],
        Sends::Message(r#"{"DirectHook": {"reason": "$reason", "order": {"End": "$hook"}}}"#),
    ),
    post(
        "turnHookOff",
        "/hooks/{hook}/off",
        "Sends no events to a hook for a while. They wait",
        &[id("hook"), body("reason")],
        Sends::Message(r#"{"DirectHook": {"reason": "$reason", "order": {"TurnOff": "$hook"}}}"#),
        DONE,
    ),
    post(
        "turnHookOn",
        "/hooks/{hook}/on",
        "Sends events to a hook again, those that wait first",
        &[id("hook"), body("reason")],
        Sends::Message(r#"{"DirectHook": {"reason": "$reason", "order": {"TurnOn": "$hook"}}}"#),
        DONE,
    ),
    post(
        "replaceHookSecret",
        "/hooks/{hook}/secret",
        "Makes another secret. The one before signs along for 24 hours",
        &[id("hook"), body("reason")],
        Sends::Message(
            r#"{"DirectHook": {"reason": "$reason", "order": {"ReplaceSecret": "$hook"}}}"#,
        ),
        Answers::Body(&["HookSecret"]),
    ),
    post(
        "testHook",
        "/hooks/{hook}/test",
        "Sends a test to a hook",
        &[id("hook"), body("reason")],
        Sends::Message(r#"{"DirectHook": {"reason": "$reason", "order": {"Test": "$hook"}}}"#),
        DONE,
    ),
    get(
        "listDeliveries",
        "/hooks/{hook}/deliveries",
        "Lists what was sent to a hook in the last 30 days, the latest first",
        &[id("hook")],
        Sends::Message(r#"{"ListDeliveries": {"hook": "$hook", "from": "$from"}}"#),
        newest_first("DeliveryPage", "deliveries"),
    ),
    post(
        "sendAgain",
        "/hooks/{hook}/deliveries/{event}/again",
        "Sends an event to a hook again",
        &[id("hook"), id("event"), body("reason")],
        Sends::Message(
            r#"{"DirectHook": {"reason": "$reason", "order": {"SendAgain": {"hook": "$hook",
                "event": "$event"}}}}"#,
        ),
        DONE,
    ),
];
