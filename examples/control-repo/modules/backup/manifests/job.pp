# @summary One folder of one machine, as the backup server sees it.
#
# @param path
#   The folder.
# @param hour
#   When it is fetched; spread over the night by the title where not given.
define backup::job (
  String[1] $path,
  Integer[0, 23] $hour = $title.length % 6,
) {
  file { "/srv/backup/jobs-${title}.conf":
    ensure  => file,
    content => @("CONF"),
      job ${title}
      path ${path}
      hour ${hour}
      | CONF
  }
}
