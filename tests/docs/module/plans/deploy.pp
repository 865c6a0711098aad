# @summary Deploys
# @param nodes Where to
plan sample::deploy(TargetSpec $nodes) {
  run_task('sample::install', $nodes)
}
