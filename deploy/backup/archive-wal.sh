#!/bin/sh
# PostgreSQL's archive_command: copies a WAL file to the archive, complete and flushed to disk, or fails.
#   archive_command = '/srv/foyer/deploy/backup/archive-wal.sh %p %f /var/backups/foyer/wal'
set -eu
source=$1 name=$2 archive=$3

# PostgreSQL archives a file again if it stopped before recording the success. A different file of that name is an error.
if [ -e "$archive/$name" ]; then
  exec cmp "$source" "$archive/$name"
fi
cp "$source" "$archive/.$name.part"
sync "$archive/.$name.part"
mv "$archive/.$name.part" "$archive/$name"
sync "$archive"
