//! The web client, as files that are built into the server. It is a client of the protocol like any
//! other, and gets only its own files here.

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use cardroom_protocol::Encoding;
use cardroom_room::SERVER;
use cardroom_room::room::Room;
use http::{HeaderMap, HeaderName, StatusCode, Uri, header};
use std::sync::Arc;

include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// A file of the page; a name ending in `.gz` is the compressed form of another file.
struct File {
    path: &'static str,
    body: &'static [u8],
}

/// No inline code, nothing from other origins, and no embedding in frames. The page may be
/// installed: it has a manifest and a service worker, each from here.
const POLICY: &str = "default-src 'none'; script-src 'self'; worker-src 'self'; \
                      manifest-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Features of the browser that the page does not use. Denied, so that injected code has none
/// either.
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), \
                           gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), \
                           publickey-credentials-get=(), serial=(), usb=(), \
                           xr-spatial-tracking=()";

/// Returns the front page and its files.
pub(super) fn router(room: Arc<Room>) -> Router {
    let mut router = Router::new()
        .route("/", get(front_page))
        .route("/replay/{code}", get(front_page))
        .route("/verify", get(front_page))
        .with_state(room);
    for file in FILES.iter().filter(|file| !file.path.ends_with(".gz")) {
        router = router.route(file.path, get(sent));
    }
    router
}

async fn front_page(State(room): State<Arc<Room>>, headers: HeaderMap) -> Response {
    match MISSING {
        None => file("/index.html", &headers),
        Some(reason) => Html(without_page(&room.session.room, reason)).into_response(),
    }
}

async fn sent(uri: Uri, headers: HeaderMap) -> Response {
    file(uri.path(), &headers)
}

fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

/// Answers with a file, compressed if the browser accepts that.
fn file(path: &str, asked: &HeaderMap) -> Response {
    let Some(plain) = find(path) else { return StatusCode::NOT_FOUND.into_response() };
    let packed = find(&format!("{path}.gz")).filter(|_| takes_gzip(asked));
    let mut response = Response::new(Body::from(Bytes::from_static(packed.unwrap_or(plain).body)));
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, http::HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, media_type(path));
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    // No window that another page opened, or that this one opens, can reach this one.
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("permissions-policy"), PERMISSIONS);
    set(header::VARY, "accept-encoding");
    // The names of assets change with their content.
    let asset = path.starts_with("/assets/");
    set(
        header::CACHE_CONTROL,
        if asset { "public, max-age=31536000, immutable" } else { "no-cache" },
    );
    if packed.is_some() {
        set(header::CONTENT_ENCODING, "gzip");
    }
    response
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|value| {
        value.split(',').any(|coding| coding.trim().eq_ignore_ascii_case("gzip"))
    })
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Returns the front page of a server that was built without the web client.
fn without_page(room: &str, reason: &str) -> String {
    let (room, reason) = (escaped(room), escaped(reason));
    let [binary, json] = Encoding::ALL.map(Encoding::subprotocol);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{room}</title>\n<h1>{room}</h1>\n\
         <p>A poker room ({SERVER}). Its web client is not part of this build: {reason}. Install \
         Node 20.19 or newer with npm and build the server again.</p>\n\
         <p>Clients connect by WebSocket to <code>/ws</code> of this address with the subprotocol \
         <code>{binary}</code> or <code>{json}</code>.</p>\n\
         <p><a href=\"/version\">Version</a> &middot; <a href=\"/readyz\">Readiness</a></p>\n"
    )
}

/// Escapes text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_without_its_files_says_what_is_missing() {
        let page = without_page("The <b>room</b>", "npm does not run (no such file)");
        assert!(page.contains("The &lt;b&gt;room&lt;/b&gt;"), "{page}");
        assert!(page.contains("npm does not run (no such file)"), "{page}");
    }

    #[test]
    fn a_built_page_is_whole_and_comes_with_its_policy() {
        assert_eq!(MISSING.is_none(), find("/index.html").is_some());
        let Some(index) = find("/index.html") else { return };
        let index = std::str::from_utf8(index.body).expect("HTML is text");
        let asked: Vec<&str> = index
            .split(['"'])
            .filter(|part| part.starts_with("/assets/") || part.starts_with("/spade"))
            .collect();
        assert!(asked.len() >= 3, "{index}");
        for path in asked {
            let response = file(path, &HeaderMap::new());
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert!(response.headers().contains_key(header::CONTENT_SECURITY_POLICY));
            assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        }
        let script = FILES.iter().find(|file| file.path.ends_with(".js")).expect("a script");
        let mut asked = HeaderMap::new();
        asked.insert(header::ACCEPT_ENCODING, http::HeaderValue::from_static("br, gzip"));
        let response = file(script.path, &asked);
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
        let packed = find(&format!("{}.gz", script.path)).expect("scripts are compressed");
        assert!(packed.body.len() < 150 * 1024, "the script is {} bytes", packed.body.len());
    }

    #[test]
    fn the_page_can_be_installed() {
        if MISSING.is_some() {
            return;
        }
        let headers = |path: &str| {
            let response = file(path, &HeaderMap::new());
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            response.headers().clone()
        };
        let manifest = headers("/manifest.webmanifest");
        assert_eq!(manifest[header::CONTENT_TYPE], "application/manifest+json");
        assert_eq!(manifest[header::CACHE_CONTROL], "no-cache");
        // The worker is looked up anew at each update, and serves everything below the root.
        let worker = headers("/sw.js");
        assert_eq!(worker[header::CONTENT_TYPE], "text/javascript; charset=utf-8");
        assert_eq!(worker[header::CACHE_CONTROL], "no-cache");
        let policy = worker[header::CONTENT_SECURITY_POLICY].to_str().expect("ASCII");
        assert!(policy.contains("worker-src 'self'; manifest-src 'self'"), "{policy}");
        let icons: Vec<&File> =
            FILES.iter().filter(|file| file.path.starts_with("/icons/")).collect();
        assert!(icons.len() >= 4, "{} icons", icons.len());
        for icon in icons {
            assert_eq!(headers(icon.path)[header::CONTENT_TYPE], "image/png");
        }
    }

    #[test]
    fn the_worker_keeps_every_built_file_and_nothing_else() {
        let Some(worker) = find("/sw.js") else { return };
        let worker = std::str::from_utf8(worker.body).expect("a script is text");
        for File { path, .. } in FILES.iter().filter(|file| !file.path.ends_with(".gz")) {
            let listed = if *path == "/index.html" { "/" } else { path };
            let is_listed = worker.contains(&format!("\"{listed}\""));
            assert_eq!(is_listed, *path != "/sw.js", "{path}");
        }
        for foreign in ["/ws", "/hands", "/version", "/sign-in"] {
            assert!(!worker.contains(&format!("\"{foreign}")), "{foreign}");
        }
    }

    #[test]
    fn a_compressed_copy_is_of_the_file_beside_it() {
        for packed in FILES.iter().filter(|file| file.path.ends_with(".gz")) {
            let plain = find(packed.path.trim_end_matches(".gz")).expect("it stands beside it");
            // RFC 1952: the last four bytes are the uncompressed length.
            let (_, length) = packed.body.split_last_chunk().expect("gzip has a trailer");
            let length = u32::from_le_bytes(*length) as usize;
            assert_eq!(length, plain.body.len(), "{}", packed.path);
        }
    }

    #[test]
    fn what_is_no_file_of_the_page_is_not_found() {
        assert_eq!(file("/nothing.js", &HeaderMap::new()).status(), StatusCode::NOT_FOUND);
    }
}
