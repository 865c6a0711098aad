//! Paths as a server has them, `/etc/puppetlabs/code/environments/production/data`: what is below the folder of an environment there
//! is below the root of the environment here.

/// The folder whose subfolders are environments.
const ENVIRONMENTS: &str = "/environments/";

/// An absolute path that leads into an environment of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeployedPath<'p> {
    /// Up to the environment's own folder and the `/` behind it.
    pub root: &'p str,
    /// The name of the folder: an environment, or `%{environment}`.
    pub environment: &'p str,
    /// Without a `/` at its beginning; empty for the folder itself.
    pub below: &'p str,
}

impl<'p> DeployedPath<'p> {
    /// Splits a path after the folder of an environment; `None` where it does not lead into one.
    pub fn of(path: &'p str) -> Option<DeployedPath<'p>> {
        if !path.starts_with('/') {
            return None;
        }
        let start = path.rfind(ENVIRONMENTS)? + ENVIRONMENTS.len();
        let rest = path.get(start..)?;
        let (environment, below) = rest.split_once('/').unwrap_or((rest, ""));
        let root = path.get(..path.len() - below.len())?;
        (!environment.is_empty()).then_some(DeployedPath { root, environment, below: below.trim_start_matches('/') })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_a_server_is_split_after_the_environment() {
        let split = |path| DeployedPath::of(path).map(|path| (path.root, path.environment, path.below));
        assert_eq!(
            split("/etc/puppetlabs/code/environments/%{environment}/hieradata"),
            Some(("/etc/puppetlabs/code/environments/%{environment}/", "%{environment}", "hieradata"))
        );
        assert_eq!(split("/srv/environments/test/a/b.yaml"), Some(("/srv/environments/test/", "test", "a/b.yaml")));
        assert_eq!(split("/srv/environments/test"), Some(("/srv/environments/test", "test", "")));
        for other in ["environments/test/a", "/srv/data", "/srv/environments/"] {
            assert_eq!(split(other), None, "{other}");
        }
    }
}
