import type { Mutant } from "./mutant.ts";

export const infraMutants: readonly Mutant[] = [
  {
    name: "a_rush_takes_every_turn",
    protects: "access",
    file: "apps/server/src/http/requestTurns.ts",
    changes: [{ from: "slotsOfOne: 3,", to: "slotsOfOne: 4," }],
    killedBy: {
      file: "apps/server/src/http/requestTurns.test.ts",
      test: "a request of another seller begins at once beside a rush",
    },
  },
  {
    name: "requests_wait_for_connections_without_bound",
    protects: "access",
    file: "apps/server/src/db/connection/fairSlots.ts",
    changes: [{ from: "this.#waiting >= waiting || ofKey.length >= waitingOfOne", to: "this.#waiting < 0" }],
    killedBy: {
      file: "apps/server/src/db/connection/fairSlots.test.ts",
      test: "a seller with too many waiting is refused; another may wait",
    },
  },
  {
    name: "sellers_wait_in_one_line_for_connections",
    protects: "access",
    file: "apps/server/src/db/connection/fairSlots.ts",
    changes: [{ from: "if (this.#waiters.delete(key)) this.#waiters.set(key, ofKey);", to: "" }],
    killedBy: {
      file: "apps/server/src/db/connection/fairSlots.test.ts",
      test: "sellers take turns, each in the order of arrival",
    },
  },
  {
    name: "one_seller_takes_all_connections",
    protects: "access",
    file: "apps/server/src/db/connections.ts",
    changes: [{ from: "max - Math.floor(max / 5)", to: "max" }],
    killedBy: {
      file: "apps/server/src/db/connections.dedicated.test.ts",
      test: "a seller whose statements wait for a lock leaves connections to others",
    },
  },
  {
    name: "no_file_left_is_a_bug",
    protects: "access",
    file: "apps/server/src/errors/isOutage.ts",
    changes: [{ from: '  "EMFILE",\n', to: "" }],
    killedBy: {
      // A mutant changes this process only, and the test of a whole server starts another one.
      file: "apps/server/src/errors/isOutage.test.ts",
      test: "an error is an outage or not: no file left to open",
    },
  },
  {
    name: "read_only_database_is_a_bug",
    protects: "access",
    file: "apps/server/src/errors/isOutage.ts",
    changes: [{ from: '  "25006",\n', to: "" }],
    killedBy: {
      file: "apps/server/src/db/migrate/rollout.test.ts",
      test: "a database that has become read-only refuses writes as unavailable, answers reads, and sells on afterwards",
    },
  },
  {
    name: "trace_of_a_stranger_is_taken_over",
    protects: "access",
    file: "apps/server/src/tracing/traceRequests.ts",
    changes: [{ from: "if (ips.length < 2) return undefined;", to: "" }],
    killedBy: {
      file: "apps/server/src/tracing/tracing.test.ts",
      test: "a trace is taken over from a proxy that is named, and from nobody else",
    },
  },
  {
    name: "error_is_logged_with_its_url",
    protects: "access",
    file: "apps/server/src/http/errorHandler.ts",
    changes: [{ from: "{ err: loggableError(error) }", to: "{ err: loggableError(error), at: request.originalUrl }" }],
    killedBy: {
      file: "apps/server/src/http/logs/logCanary.test.ts",
      test: "no log line holds what a visitor sent when the database fails each statement",
    },
  },
  {
    name: "silent_database_is_waited_for",
    protects: "money",
    file: "apps/server/src/db/connection/clientStream.ts",
    changes: [{ from: "if (streaming.readyForQuery === false)", to: "if (streaming.readyForQuery === undefined)" }],
    killedBy: {
      file: "apps/server/src/db/outages/slowDatabase.test.ts",
      test: "a database that falls silent is unavailable, and is used again when it answers",
    },
  },
  {
    name: "stale_plan_is_used_again",
    protects: "money",
    file: "apps/server/src/db/statementNames.ts",
    changes: [{ from: "  planGeneration += 1;\n", to: "" }],
    killedBy: {
      file: "apps/server/src/db/migrate/rollout.test.ts",
      test: "a running server sells on, also from a cart begun before, when a newer version has widened columns",
    },
  },
  {
    name: "aborted_statement_has_no_cause",
    protects: "money",
    file: "apps/server/src/db/connection/tenantConnection.ts",
    changes: [{ from: "if (isAborted(error)) error.cause = firstFailure;", to: "if (isAborted(error)) return;" }],
    killedBy: {
      file: "apps/server/src/db/migrate/rollout.test.ts",
      test: "a running server sells on, also from a cart begun before, when a newer version has widened columns",
    },
  },
  {
    name: "lost_conflict_is_a_bug",
    protects: "money",
    file: "apps/server/src/http/errorHandler.ts",
    changes: [{ from: "isOutage(error) || isRetryable(error)", to: "isOutage(error)" }],
    killedBy: {
      file: "apps/server/src/db/outages/contention.test.ts",
      test: "a hold that loses a deadlock each time is refused as unavailable after three attempts, and the repeated request is served",
    },
  },
  {
    name: "idempotency_key_ignored",
    protects: "money",
    file: "apps/server/src/http/idempotency/idempotency.sql.ts",
    changes: [
      {
        from: "return mayBeLost && (await takeOver(db, replyKey, stored)) ? undefined : stored;",
        to: "return undefined;",
      },
    ],
    killedBy: {
      file: "apps/server/src/http/idempotency/idempotency.race.test.ts",
      test: "a repeated idempotency key replays the first reply and does nothing more",
    },
  },
  {
    name: "living_server_counts_as_ended",
    protects: "money",
    file: "apps/server/src/http/idempotency/idempotency.sql.ts",
    changes: [
      {
        from: "select pg_try_advisory_xact_lock(hashtextextended('server ' || ${other_server}::text, 0)) as lost",
        to: "select true as lost",
      },
    ],
    killedBy: {
      file: "apps/server/src/http/idempotency/idempotency.race.test.ts",
      test: "a repeated idempotency key is refused while the first request is in progress",
    },
  },
  {
    name: "session_keeps_its_seller",
    protects: "tenancy",
    file: "apps/server/src/db/connection/tenantConnection.ts",
    changes: [{ from: "return `set local app.seller =", to: "return `set app.seller =" }],
    killedBy: {
      file: "apps/server/src/db/connection/tenantConnection.test.ts",
      test: "a statement of its own sees its seller, and leaves none to whoever gets the session next",
    },
  },
  {
    name: "app_may_be_the_owner",
    protects: "tenancy",
    file: "apps/server/src/db/appLogin.ts",
    changes: [{ from: "    owns && `It works", to: "    false && `It works" }],
    killedBy: {
      file: "apps/server/src/db/appLogin.test.ts",
      test: "a server does not work as the owner of the tables",
    },
  },
  {
    name: "app_may_be_unsecured",
    protects: "tenancy",
    file: "apps/server/src/db/appLogin.ts",
    changes: [{ from: "!secured &&", to: "false &&" }],
    killedBy: {
      file: "apps/server/src/db/appLogin.test.ts",
      test: "a server does not work where row-level security was switched off",
    },
  },
  {
    name: "stale_payment_is_not_claimed",
    protects: "money",
    file: "apps/server/src/modules/checkout/reconcile/stalePayments.sql.ts",
    changes: [{ from: "  return claimed !== undefined;", to: "  return claimed !== null;" }],
    killedBy: {
      file: "apps/server/src/modules/checkout/reconcile/settleAtTwoServers.race.test.ts",
      test: "of two servers that settle at the same time, one asks the provider about each payment",
    },
  },
  {
    name: "stale_refund_is_not_claimed",
    protects: "money",
    file: "apps/server/src/modules/checkout/refund/refunds.sql.ts",
    changes: [{ from: "  return claimed !== undefined;", to: "  return claimed !== null;" }],
    killedBy: {
      file: "apps/server/src/modules/checkout/reconcile/settleAtTwoServers.race.test.ts",
      test: "of two servers that settle at the same time, one sends each refund that was not sent",
    },
  },
  {
    name: "login_without_settings",
    protects: "tenancy",
    file: "apps/server/src/db/appLogin.ts",
    changes: [{ from: "wrong.length > 0 &&", to: "wrong.length > 99 &&" }],
    killedBy: {
      file: "apps/server/src/db/appLogin.test.ts",
      test: "a login of its own needs the settings of a session, and is told the statements that give them",
    },
  },
  {
    name: "seller_is_any_text",
    protects: "tenancy",
    file: "apps/server/src/db/connection/tenantConnection.ts",
    changes: [{ from: "if (!sellerIdPattern.test(sellerId))", to: "if (sellerId.length === 0)" }],
    killedBy: {
      file: "apps/server/src/db/connection/tenantConnection.test.ts",
      test: "refuses a seller that is no id, so that no text of a request reaches a statement unquoted",
    },
  },
  {
    name: "all_sellers_for_one",
    protects: "tenancy",
    file: "apps/server/src/db/connection/tenantConnection.ts",
    changes: [{ from: "app.seller = '${sellerId}'", to: "app.seller = '*'" }],
    killedBy: {
      file: "apps/server/src/db/connections.dedicated.test.ts",
      test: "a dedicated connection is switched to the seller of each statement",
    },
  },
  {
    name: "erases_while_still_needed",
    protects: "money",
    file: "apps/server/src/cli/person/erasePerson.ts",
    changes: [{ from: "if (blockers.length > 0 && !force) return", to: "if (blockers.length > 999 && !force) return" }],
    killedBy: {
      file: "apps/server/src/cli/commands/person.test.ts",
      test: "foyer person erase is refused while a payment is open or a membership is valid",
    },
  },
  {
    name: "signing_key_stays_in_plain_text",
    protects: "access",
    file: "apps/server/src/providers/signer.sql.ts",
    changes: [{ from: "  if (storage.isSealed && !(sealed", to: "  if (storage.isSealed && sealed && !(sealed" }],
    killedBy: {
      file: "apps/server/src/providers/signer.test.ts",
      test: "the signing key a key in plain text is sealed at the next start, and signs as before",
    },
  },
  {
    name: "sent_link_stays_in_outbox",
    protects: "access",
    file: "apps/server/src/jobs/outbox.sql.ts",
    changes: [{ from: '...(state === "sent" && {', to: '...(state === "dead" && {' }],
    killedBy: {
      file: "apps/server/src/jobs/usedSecrets.test.ts",
      test: "an e-mail with a link to set a password is blanked once a mail server has it",
    },
  },
  {
    name: "limit_takes_all_or_none",
    protects: "access",
    file: "apps/server/src/http/limits/sharedLimits.ts",
    changes: [{ from: "      await rollback();\n", to: "" }],
    killedBy: {
      file: "apps/server/src/http/limits/sharedLimits.race.test.ts",
      test: "a limit of guesses takes nothing from one limit where another refuses",
    },
  },
  {
    name: "limit_per_network",
    protects: "access",
    file: "apps/server/src/http/limits/sharedLimits.ts",
    changes: [{ from: "return used > max ? [wait] : [];", to: "return [];" }],
    killedBy: {
      file: "apps/server/src/http/limits/sharedLimits.race.test.ts",
      test: "a limit of guesses is shared by two servers on one database",
    },
  },
  {
    name: "limit_counts_in_one_statement",
    protects: "access",
    file: "apps/server/src/http/limits/sharedLimits.sql.ts",
    changes: [
      {
        from: "used = case when r.ends_at <= app_now() then 0 else r.used end + excluded.used",
        to: "used = (select coalesce(max(q.used), 0) from rate_limit q where q.seller_id = $1::uuid and q.name = r.name and q.key = r.key) + excluded.used",
      },
    ],
    killedBy: {
      file: "apps/server/src/http/limits/sharedLimits.race.test.ts",
      test: "a limit of guesses is never exceeded by simultaneous requests to two servers",
    },
  },
  {
    name: "requests_cut_off_are_forgotten",
    protects: "access",
    file: "apps/server/src/http/requestDrain.ts",
    changes: [{ from: "if (!request.raw.complete) pending.delete(request);", to: "" }],
    killedBy: {
      file: "apps/server/src/http/requestDrain.test.ts",
      test: "does not wait for a request whose client disconnected before it was complete",
    },
  },
  {
    name: "unknown_urls_are_labels",
    protects: "access",
    file: "apps/server/src/metrics/measureRequests.ts",
    changes: [{ from: "request.routeOptions.url ?? noRoute", to: "request.routeOptions.url ?? request.url" }],
    killedBy: {
      file: "apps/server/src/metrics/metrics.test.ts",
      test: "a flood of unknown addresses, ids and methods adds one route and no other label",
    },
  },
  {
    name: "metrics_at_any_path",
    protects: "access",
    file: "apps/server/src/metrics/startMetrics.ts",
    changes: [{ from: 'request.method === "GET" && request.url === "/metrics"', to: 'request.url !== ""' }],
    killedBy: {
      file: "apps/server/src/metrics/metrics.test.ts",
      test: "the shop's own port and other paths of the metrics' port know no metrics",
    },
  },
];
