import type { Mutant } from "./mutant.ts";

export const infraMutants: readonly Mutant[] = [
  {
    name: "unknown_link_has_a_page_of_its_own",
    protects: "access",
    file: "apps/server/src/page/pages.ts",
    changes: [{ from: "pages.get(keyOf(screen), cacheSeconds", to: "pages.get(keyOf(decision), cacheSeconds" }],
    killedBy: {
      file: "apps/server/src/page/pageLoad.test.ts",
      test: "one page is rendered for every session that does not exist",
    },
  },
  {
    name: "no_file_left_is_a_bug",
    protects: "access",
    file: "apps/server/src/errors/isOutage.ts",
    changes: [{ from: '  "EMFILE",\n', to: "" }],
    killedBy: {
      // A mutant only changes this process, but the test of a whole server starts another one.
      file: "apps/server/src/errors/isOutage.test.ts",
      test: "an error is an outage or not: no file left to open",
    },
  },
  {
    name: "lost_by_a_pooler_is_a_bug",
    protects: "access",
    file: "apps/server/src/errors/isOutage.ts",
    changes: [{ from: "    isEndedByPooler(error) ||\n", to: "" }],
    killedBy: {
      file: "apps/server/src/errors/isOutage.test.ts",
      test: "an error is an outage or not: a server that a pooler has lost",
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
    file: "apps/server/src/jobs/emails/outbox.sql.ts",
    changes: [{ from: '...(state === "sent" && {', to: '...(state === "dead" && {' }],
    killedBy: {
      file: "apps/server/src/jobs/emails/usedSecrets.test.ts",
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
      test: "a limit of guesses leaves one limit unchanged if another refuses",
    },
  },
  {
    name: "forwarded_address_is_believed",
    protects: "access",
    file: "apps/server/src/app.ts",
    changes: [{ from: "trustProxy: trustProxy?.length ? trustProxy : false,", to: "trustProxy: true," }],
    killedBy: {
      file: "apps/server/src/http/limits/forwardedAddress.test.ts",
      test: "an address that a visitor makes up",
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
      test: "the shop's own port and other paths of the metrics' port return no metrics",
    },
  },
  {
    name: "slots_that_are_there_are_not_locked",
    protects: "access",
    file: "apps/server/src/db/lockSlots.sql.ts",
    changes: [{ from: "do update set slot = excluded.slot where false", to: "do nothing" }],
    killedBy: {
      file: "apps/server/src/db/lockSlots.test.ts",
      test: "a key is locked until the transaction ends",
    },
  },
  {
    name: "unnamed_proxy_is_warned_of",
    protects: "access",
    file: "apps/server/src/http/limits/unnamedProxyDetector.ts",
    changes: [{ from: "if (!hasWarned)", to: "if (hasWarned)" }],
    killedBy: {
      file: "apps/server/src/http/limits/unnamedProxyDetector.test.ts",
      test: "is written once, with the first request of any kind that has",
    },
  },
  {
    name: "named_proxy_is_no_warning",
    protects: "access",
    file: "apps/server/src/http/limits/unnamedProxyDetector.ts",
    changes: [{ from: "if (trustedProxies.length > 0) return false;", to: "" }],
    killedBy: {
      file: "apps/server/src/http/limits/unnamedProxyDetector.test.ts",
      test: "is not written",
    },
  },
];
