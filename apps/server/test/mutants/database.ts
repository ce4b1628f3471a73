import type { Mutant } from "./mutant.ts";

export const databaseMutants: readonly Mutant[] = [
  {
    name: "cart_id_is_mostly_its_time",
    protects: "access",
    file: "apps/server/src/db/newId.ts",
    changes: [{ from: "const bytesOfMinute = 3;", to: "const bytesOfMinute = 6;" }],
    killedBy: {
      file: "apps/server/src/db/newId.test.ts",
      test: "has 104 random bits behind its minute",
    },
  },
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
    name: "read_only_database_is_a_bug",
    protects: "access",
    file: "apps/server/src/errors/isOutage.ts",
    changes: [{ from: '  "25006",\n', to: "" }],
    killedBy: {
      file: "apps/server/src/db/migrate/rollout.test.ts",
      test: "a database that has become read-only refuses writes as unavailable, answers reads, and sells again afterwards",
    },
  },
  {
    name: "silent_database_is_waited_for",
    protects: "money",
    file: "apps/server/src/db/connection/clientStream.ts",
    changes: [{ from: "if (streaming.readyForQuery === false", to: "if (streaming.readyForQuery === undefined" }],
    killedBy: {
      file: "apps/server/src/db/connection/statementLimit.test.ts",
      test: "a database that falls silent is given up after the session's limit",
    },
  },
  {
    name: "silence_after_unlimited_transaction",
    protects: "money",
    file: "apps/server/src/db/connection/tenantConnection.ts",
    changes: [{ from: "pending.finally(() => waitFor(undefined))", to: "pending" }],
    killedBy: {
      file: "apps/server/src/db/connection/statementLimit.test.ts",
      test: "a transaction without a limit that is committed leaves the session's limit behind",
    },
  },
  {
    name: "long_statement_is_cut_off",
    protects: "money",
    file: "apps/server/src/db/connection/tenantConnection.ts",
    changes: [{ from: "waitFor(limit);", to: "" }],
    killedBy: {
      file: "apps/server/src/db/connection/statementLimit.test.ts",
      test: "a statement with a longer limit is waited for",
    },
  },
  {
    name: "stale_plan_is_used_again",
    protects: "money",
    file: "apps/server/src/db/statements/statementNames.ts",
    changes: [{ from: "  planGeneration += 1;\n", to: "" }],
    killedBy: {
      file: "apps/server/src/db/migrate/rollout.test.ts",
      test: "a running server keeps selling, also from an earlier cart, when a newer version has widened columns",
    },
  },
  {
    name: "aborted_statement_has_no_cause",
    protects: "money",
    file: "apps/server/src/db/connection/tenantConnection.ts",
    changes: [{ from: "if (isAborted(error)) error.cause = firstFailure;", to: "if (isAborted(error)) return;" }],
    killedBy: {
      file: "apps/server/src/db/transact.test.ts",
      test: "a transaction is retried if its work learns only that an earlier statement failed",
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
    name: "session_keeps_its_seller",
    protects: "tenancy",
    file: "apps/server/src/db/connection/tenantConnection.ts",
    changes: [{ from: "return `set local app.seller =", to: "return `set app.seller =" }],
    killedBy: {
      file: "apps/server/src/db/connection/tenantConnection.test.ts",
      test: "a statement outside a transaction sees its seller, and leaves none to the next user of the session",
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
    name: "login_without_settings",
    protects: "tenancy",
    file: "apps/server/src/db/appLogin.ts",
    changes: [{ from: "wrong.length > 0 &&", to: "wrong.length > 99 &&" }],
    killedBy: {
      file: "apps/server/src/db/appLogin.test.ts",
      test: "an app login needs session settings, and the error names the statements that set them",
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
];
