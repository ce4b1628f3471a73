#!/bin/sh
# Prepares a data folder for PostgreSQL to recover from a base backup and the archive when it starts.
#   restore.sh BASE ARCHIVE FOLDER [MOMENT]
# BASE is the file base.tar.gz of a base backup. Without MOMENT, everything in the archive is recovered; with it
# (2026-11-24 10:15:00+00), everything committed until then. FOLDER must not exist.
set -eu
umask 077
base=$1 archive=$2 folder=$3 moment=${4-}

case $archive$folder$moment in
  *"'"* | *"\\"*) echo "restore.sh: no quotes or backslashes in names" >&2; exit 2 ;;
esac
mkdir "$folder"
tar -xzf "$base" -C "$folder"
mkdir -p "$folder/pg_wal"
touch "$folder/recovery.signal"
# The restored database must not write to the archive that it was restored from, and must not accept connections until
# it is restored completely.
cat >>"$folder/postgresql.auto.conf" <<CONF
archive_mode = off
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_action = 'promote'
hot_standby = off
CONF
if [ -n "$moment" ]; then
  echo "recovery_target_time = '$moment'" >>"$folder/postgresql.auto.conf"
fi
