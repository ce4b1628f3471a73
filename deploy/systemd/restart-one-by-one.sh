#!/bin/sh
# Restarts the servers on this machine one after another, each once the previous one is ready, so that nobody waits.
#   restart-one-by-one.sh 3001 3002
set -eu
for port in "$@"; do
  systemctl restart "foyer@$port.service"
  attempt=0
  until curl --fail --silent --output /dev/null "http://127.0.0.1:$port/readyz"; do
    attempt=$((attempt + 1))
    if [ "$attempt" -ge 120 ]; then
      echo "foyer@$port is not ready: journalctl -u foyer@$port" >&2
      exit 1
    fi
    sleep 1
  done
  # The proxy has to notice it before the next one is restarted.
  sleep "${SETTLE_SECONDS:-5}"
done
