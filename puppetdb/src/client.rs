//! Questions to a PuppetDB over HTTP or HTTPS: with a certificate, compressed, and asked again where the network fails.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value as Json;
use ureq::tls::{Certificate, ClientCert, PemItem, PrivateKey, RootCerts, TlsConfig, parse_pem};

use crate::error::Error;

/// A question is asked so often before it is given up.
const ATTEMPTS: u32 = 3;
/// The answer to one question.
const MAX_ANSWER_BYTES: u64 = 1 << 30;
/// What is shown of an answer that refuses.
const MAX_BODY: usize = 300;

/// What the program authenticates with, and what it trusts.
pub struct Identity {
    pub certificate: Option<PathBuf>,
    pub key: Option<PathBuf>,
    pub authority: Option<PathBuf>,
    pub token: Option<PathBuf>,
}

pub struct Client {
    agent: ureq::Agent,
    url: String,
    token: Option<String>,
    timeout: Duration,
}

/// How an attempt failed.
enum Failure {
    /// Another attempt may succeed.
    Passing(Error),
    Lasting(Error),
}

impl Client {
    pub fn new(url: &str, identity: &Identity, timeout: Duration) -> Result<Client, Error> {
        let is_https = url.starts_with("https://");
        if !is_https && !url.starts_with("http://") {
            return Err(Error::BadUrl(url.to_string()));
        }
        if !is_https && identity.certificate.is_some() {
            return Err(Error::NeedsHttps);
        }
        let mut tls = TlsConfig::builder();
        if let Some(path) = &identity.authority {
            tls = tls.root_certs(RootCerts::from(certificates(path)?));
        }
        if let (Some(certificate), Some(key)) = (&identity.certificate, &identity.key) {
            let private = PrivateKey::from_pem(&read(key)?)
                .map_err(|error| Error::NotPem { path: key.clone(), problem: error.to_string() })?;
            tls = tls.client_cert(Some(ClientCert::new_with_certs(&certificates(certificate)?, private)));
        }
        let config = ureq::Agent::config_builder()
            .tls_config(tls.build())
            .timeout_global(Some(timeout))
            .http_status_as_error(false)
            // The answers are about machines: they go where the user said, and nowhere else.
            .max_redirects(0)
            .proxy(None)
            .build();
        let token = match &identity.token {
            Some(path) => Some(String::from_utf8_lossy(&read(path)?).trim().to_string()),
            None => None,
        };
        Ok(Client { agent: config.into(), url: url.trim_end_matches('/').to_string(), token, timeout })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Asks an endpoint of the query API; the answer is a list.
    pub fn list(&self, endpoint: &str, parameters: &[(&str, String)]) -> Result<Vec<Json>, Error> {
        match self.get(endpoint, parameters)? {
            Json::Array(elements) => Ok(elements),
            _ => Err(Error::NotAList { url: self.endpoint(endpoint) }),
        }
    }

    fn endpoint(&self, endpoint: &str) -> String {
        format!("{}/pdb/query/v4/{endpoint}", self.url)
    }

    fn get(&self, endpoint: &str, parameters: &[(&str, String)]) -> Result<Json, Error> {
        let mut attempt = 1;
        loop {
            match self.attempt(endpoint, parameters, attempt) {
                Ok(answer) => return Ok(answer),
                Err(Failure::Lasting(error)) => return Err(error),
                Err(Failure::Passing(error)) if attempt >= ATTEMPTS => return Err(error),
                Err(Failure::Passing(_)) => {
                    std::thread::sleep(Duration::from_millis(500 << attempt));
                    attempt += 1;
                }
            }
        }
    }

    fn attempt(&self, endpoint: &str, parameters: &[(&str, String)], attempts: u32) -> Result<Json, Failure> {
        let url = self.endpoint(endpoint);
        let mut request = self.agent.get(&url).header("Accept", "application/json");
        for (name, value) in parameters {
            request = request.query(*name, value);
        }
        if let Some(token) = &self.token {
            request = request.header("X-Authentication", token);
        }
        let failed = |error| self.failure(&url, error, attempts);
        let mut response = request.call().map_err(failed)?;
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_vec();
        let body = body.map_err(failed)?;
        if status != 200 {
            let text = String::from_utf8_lossy(&body);
            let error = Error::Refused { url, status, body: text.trim().chars().take(MAX_BODY).collect() };
            return Err(if status >= 500 { Failure::Passing(error) } else { Failure::Lasting(error) });
        }
        serde_json::from_slice(&body)
            .map_err(|error| Failure::Lasting(Error::NotJson { url, problem: error.to_string() }))
    }

    fn failure(&self, url: &str, error: ureq::Error, attempts: u32) -> Failure {
        let (url, problem) = (url.to_string(), error.to_string());
        match error {
            ureq::Error::Timeout(_) => Failure::Passing(Error::Slow { url, seconds: self.timeout.as_secs(), attempts }),
            ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::Pem(_) => {
                Failure::Lasting(Error::Tls { url, problem })
            }
            // A server that wants another certificate ends the connection with an alert.
            ureq::Error::Io(io) if is_about_trust(&io.to_string()) => {
                Failure::Lasting(Error::Tls { url, problem: io.to_string() })
            }
            _ => Failure::Passing(Error::Unreachable { url, problem, attempts }),
        }
    }
}

fn is_about_trust(problem: &str) -> bool {
    ["certificate", "alert", "invalid peer", "UnknownIssuer"].iter().any(|word| problem.contains(word))
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|problem| Error::Unreadable { path: path.to_path_buf(), problem })
}

fn certificates(path: &Path) -> Result<Vec<Certificate<'static>>, Error> {
    let bytes = read(path)?;
    let not_pem = |problem: String| Error::NotPem { path: path.to_path_buf(), problem };
    let mut found = Vec::new();
    for item in parse_pem(&bytes) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| not_pem(error.to_string()))? {
            found.push(certificate);
        }
    }
    if found.is_empty() {
        return Err(not_pem("it has no certificate".to_string()));
    }
    Ok(found)
}
