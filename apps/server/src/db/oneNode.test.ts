import { expect, test } from "vitest";
import { isTest, read, trackedFiles } from "../../../../scripts/source.ts";
import { refusalsIn } from "../../test/database/oneNode.ts";

const sources = (): readonly string[] =>
  trackedFiles().filter((path) => path.startsWith("apps/server/src/") && path.endsWith(".ts") && !isTest(path));

/** They read or check all sellers at once, outside of requests. */
const acrossSellers: ReadonlySet<string> = new Set([
  "apps/server/src/jobs/dueSellers.sql.ts",
  "apps/server/src/jobs/missedOrders.sql.ts",
  "apps/server/src/metrics/backlog.sql.ts",
  "apps/server/src/modules/checkout/reconcile/manualReview.sql.ts",
]);
const isAcrossSellers = (path: string): boolean => path.startsWith("apps/server/src/cli/") || acrossSellers.has(path);

test.each([
  ["exists (select from ticket t where t.seller_id = c.seller_id and t.cart_id = c.id)", ["seller of another table"]],
  ["(select from ticket t join cart c on c.seller_id = t.seller_id where t.seller_id = $1)", []],
  ["with made as (insert into ticket (id) select $1 returning id) select id from made", ["insert in a with"]],
  ["insert into ticket (id) select $1", ["insert without an answer"]],
  ["insert into ticket (id) select $1 ${withAnswer}", []],
  ["insert into ticket (id) select $1 on conflict (id) do nothing", []],
  ["insert into ticket (id) values ($1)", []],
  ["select pg_advisory_xact_lock($1)", ["advisory lock"]],
  ['db.whereRef("t.seller_id", "=", "c.seller_id")', ["seller of another table"]],
  ['db.where("t.seller_id", "=", id).whereRef("t.id", "=", "c.id")', []],
])("%s: %j", (text, found) => {
  expect(refusalsIn(text.startsWith("db.") ? text : `\`${text}\``)).toEqual(found);
});

/**
 * Locks of the node that is asked. On a cluster that is the coordinator for every server: `assertAppLogin` refuses another
 * node's address.
 */
const advisoryLocks: ReadonlySet<string> = new Set([
  "apps/server/src/catalogue/apply/importCatalogue.sql.ts",
  "apps/server/src/page/releaseFiles.sql.ts",
  "apps/server/src/modules/checkout/limits/tries.sql.ts",
  "apps/server/src/modules/codes/codes.sql.ts",
  "apps/server/src/modules/identity/attempts/loginAttempts.sql.ts",
  "apps/server/src/modules/identity/sso/externalIdentity.sql.ts",
  "apps/server/src/http/idempotency/idempotency.sql.ts",
  "apps/server/src/db/connections.ts",
  "apps/server/src/db/migrate/migrate.ts",
  "apps/server/src/db/embedded/startEmbedded.ts",
]);

test("each statement of a request can run on the one node of a cluster that has its seller", () => {
  expect(sources().length).toBeGreaterThan(100);
  const found = sources().flatMap((path) =>
    refusalsIn(read(path))
      .filter((refusal) => refusal !== "seller of another table" || !isAcrossSellers(path))
      .filter((refusal) => refusal !== "advisory lock" || !advisoryLocks.has(path))
      .map((refusal) => `${path}: ${refusal}`),
  );
  expect(found).toEqual([]);
});
