#!/bin/sh
# Tests that the backup can be restored: restores it beside the running database, checks it, and removes it.
#   DATABASE_URL=… restore-test.sh BASE ARCHIVE
# Exits with 0 if everything that was sold before it started is in the archive after ARCHIVE_SECONDS, and every
# invariant holds. Run it every week, as root or as PostgreSQL's account.
set -eu
base=$1 archive=$2
# Twice archive_timeout: by then the newest order is in the archive.
wait_seconds=${ARCHIVE_SECONDS:-120}
account=${POSTGRES_ACCOUNT:-postgres}
bin=${POSTGRES_BIN:-$(pg_config --bindir)}
owner=${RESTORED_OWNER:-foyer} database=${RESTORED_DATABASE:-foyer}
here=$(cd "$(dirname "$0")" && pwd)

foyer() {
  node "$here/../../scripts/run.mjs" foyer "$@"
}
as_postgres() {
  if [ "$(id -u)" = 0 ]; then runuser -u "$account" -- "$@"; else "$@"; fi
}

scratch=$(as_postgres mktemp -d "${TMPDIR:-/tmp}/foyer-restore.XXXXXX")
data=$scratch/data
clean_up() {
  as_postgres "$bin/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

newest=$(foyer newest-order)
echo "newest order before: $newest"
sleep "$wait_seconds"

began=$(date +%s)
cd "$scratch"
as_postgres "$here/restore.sh" "$base" "$archive" "$data"
# Nobody else can access the folder, so its socket needs no password. Debian keeps the configuration outside the data.
echo "local all all trust" | as_postgres tee "$data/pg_hba.conf" >/dev/null
as_postgres touch "$data/postgresql.conf" "$data/pg_ident.conf"
as_postgres "$bin/pg_ctl" -D "$data" -l "$scratch/log" -W -o "-c listen_addresses='' \
  -c unix_socket_directories='$scratch' -c port=5432 -c hba_file='$data/pg_hba.conf' -c ident_file='$data/pg_ident.conf' \
  -c shared_preload_libraries='' -c ssl=off" start >/dev/null
# Recovery time depends on the size of the archive. PostgreSQL reports its end in its lock file.
sleep 1
until grep -q '^ready' "$data/postmaster.pid" 2>/dev/null; do
  if [ ! -e "$data/postmaster.pid" ]; then
    cat "$scratch/log" >&2
    exit 1
  fi
  sleep 1
done

DATABASE_URL="postgresql:///$database?host=$scratch&port=5432&user=$owner"
export DATABASE_URL
unset APP_DATABASE_URL
restored=$(foyer newest-order --not-before "$newest") || {
  echo "the newest order is not in the backup; restored: $restored" >&2
  exit 1
}
echo "newest order restored: $restored"
foyer check
echo "restored and checked in $(($(date +%s) - began)) seconds"
