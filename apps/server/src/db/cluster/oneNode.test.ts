import { expect, test } from "vitest";
import { isTest, read, trackedFiles } from "../../../../../scripts/source.ts";
import {
  hasSubqueryInHaving,
  readsFunctionInSubquery,
  refusalsIn,
  type Refusal,
} from "../../../test/database/citus/oneNode.ts";
import { invariants } from "../../cli/invariants.ts";

const sources = (): readonly string[] =>
  trackedFiles().filter((path) => path.startsWith("apps/server/src/") && path.endsWith(".ts") && !isTest(path));

/** Files that read or check all sellers at once, outside of requests. */
const acrossSellers: ReadonlySet<string> = new Set([
  "apps/server/src/demo/demo.sql.ts",
  "apps/server/src/jobs/dueSellers.sql.ts",
  "apps/server/src/jobs/missedOrders.sql.ts",
  "apps/server/src/metrics/backlog.sql.ts",
]);
const isAcrossSellers = (path: string): boolean => path.startsWith("apps/server/src/cli/") || acrossSellers.has(path);

test.each([
  ["exists (select from ticket t where t.seller_id = c.seller_id and t.cart_id = c.id)", ["seller of another table"]],
  [
    "(select from ticket t where t.seller_id = ${outer}.seller_id and t.cart_id = ${outer}.id)",
    ["seller of another table"],
  ],
  ["(select from ticket t join cart c on c.seller_id = t.seller_id where t.seller_id = $1)", []],
  [
    "select s.slug from seller s where exists (select from payment_keys k where k.seller_id = s.id)",
    ["seller of every node outside"],
  ],
  [
    "select (select count(*) from event_template e where e.seller_id = s.id) as events from seller s",
    ["seller of every node outside"],
  ],
  ["select slug from seller where id in (select seller_id from payment_keys)", []],
  ["select s.slug from payment_keys k join seller s on k.seller_id = s.id", []],
  ["with made as (insert into ticket (id) select $1 returning id) select id from made", ["insert in a with"]],
  ["insert into ticket (id) select $1", ["insert without an answer"]],
  ["insert into ticket (id) select $1 ${withAnswer}", []],
  ["insert into ticket (id) select $1 on conflict (id) do nothing", []],
  ["insert into ticket (id) values ($1)", []],
  ["insert into ticket (id) select c.id from cart c returning id", ["answer without its table"]],
  ["insert into ticket as t (id) select c.id from cart c returning t.id", []],
  ["insert into ticket (id) select n.id from unnest($1) as n (id) returning id", []],
  [
    "select from staff a left join staff_grant g on g.seller_id = $1 and g.staff_id = a.id",
    ["outer join to a table of every node"],
  ],
  ["select from scan n left join staff a on a.id = n.staff_id where n.seller_id = $1", []],
  ["update outbox set state = case state when 'queued' then 'dead' else state end", ["short case"]],
  ["update outbox set state = case when state = 'queued' then 'dead' else state end", []],
  ["update outbox o set next_at = app_now() + o.attempts * interval '1 minute' where id = $1", ["moment by a column"]],
  [
    "update outbox o set next_at = (app_now() at time zone 'utc' + o.attempts * interval '1 minute') at time zone 'utc'",
    [],
  ],
  ["update outbox o set next_at = app_now() + make_interval(secs => $1) where o.attempts = 1", []],
  ["update outbox set next_at = next_at - interval '1 day' where id = $1", ["moment by a column"]],
  ["update outbox set state = 'dead' where next_at < created_at - interval '1 day'", []],
  ["update wallet_pass set next_at = case when state = 'due' then now() end where id = $1", ["moment in a case"]],
  ["update wallet_pass set next_at = case when state = 'due' then app_now() end where id = $1", []],
  ["update wallet_pass set name = case when state = 'due' then '' end, next_at = now() where id = $1", []],
  [
    "update bulk_job set tell_at = case when at > app_now() - interval '1 day' then app_now() end where id = $1",
    ["moment in a case"],
  ],
  ["update cart set info = jsonb_build_object(state, $1::text) where id = $2", ["stable function of a column"]],
  ["update cart c set info = to_jsonb(t.state) from ticket t", ["stable function of a column"]],
  ["update cart set info = jsonb_build_object('a', $1::text, 'b', ${name}, 'c', null) where id = $2", []],
  ["update cart set info = $1 where info = to_jsonb(state)", ["stable function of a column"]],
  [
    "insert into operator_permit (id, by) values ($1, (select id from staff limit 1)) returning true",
    ["subquery in values"],
  ],
  ["insert into operator_permit (id, by) values ($1, ($2))", []],
  ["insert into ticket as t (id) select $1 on conflict (id) do update set n = $2", ["parameter behind a conflict"]],
  ["update scan set undoes = gen_random_uuid() where seller_id = $1", ["volatile in a change"]],
  ["delete from scan where seller_id = $1 and at < clock_timestamp()", ["volatile in a change"]],
  ["insert into scan (id) select gen_random_uuid() from ticket t returning true", []],
  ["update ledger_entry set seller_id = $1 where id = $2", ["change of the seller"]],
  ["update ledger_entry set amount = $1 where seller_id = $2", []],
  ["update ticket t set state = $2 from cart c where c.seller_id = $1 and t.seller_id = $1", []],
  ["create function app_now() returns timestamptz language sql stable as $$ select now() $$", ["clock of each node"]],
  ["create function app_now() returns timestamptz language sql ${v} as $$ select 'stable' $$", []],
  ["select pg_advisory_xact_lock($1)", ["advisory lock"]],
  ['db.whereRef("t.seller_id", "=", "c.seller_id")', ["seller of another table"]],
  ['db.where("t.seller_id", "=", id).whereRef("t.id", "=", "c.id")', []],
  ['db.innerJoin("payment as p", "p.id", "r.payment_id")', ["join without its seller"]],
  ['db.innerJoin("seller as s", "s.id", "r.seller_id")', []],
  ['db.innerJoin("seller as s", "s.id", "r.seller_id").where("s.slug", "=", slug)', ["seller by its slug"]],
  ['db.selectFrom("seller").select("id").where("slug", "=", slug)', []],
])("%s: %j", (text, found) => {
  expect(refusalsIn(text.startsWith("db.") ? text : `\`${text}\``)).toEqual(found);
});

/**
 * Files whose advisory locks belong to the node that takes them. On a cluster that is the coordinator for every server:
 * `assertAppLogin` refuses another node's address.
 */
const advisoryLocks: ReadonlySet<string> = new Set([
  "apps/server/src/catalogue/apply/importCatalogue.sql.ts",
  "apps/server/src/page/releaseFiles.sql.ts",
  "apps/server/src/http/idempotency/idempotency.sql.ts",
  "apps/server/src/db/connections.ts",
  "apps/server/src/db/migrate/migrate.ts",
  "apps/server/src/db/embedded/startEmbedded.ts",
  "apps/server/src/jobs/retention/deletePreviews.ts",
]);

test("each statement of a request can run on the one node of a cluster that has its seller", () => {
  expect(sources().length).toBeGreaterThan(100);
  const found = sources().flatMap((path) =>
    refusalsIn(read(path))
      .filter(
        (refusal) => !["seller of another table", "seller by its slug"].includes(refusal) || !isAcrossSellers(path),
      )
      .filter((refusal) => refusal !== "advisory lock" || !advisoryLocks.has(path))
      .map((refusal) => `${path}: ${refusal}`),
  );
  expect(found).toEqual([]);
});

/** Files that fill tables as the owner, to whom row-level security does not apply, or that are skipped on a cluster. */
const writeAsOwner: ReadonlySet<string> = new Set([
  "apps/server/src/cli/checkInvariants.test.ts",
  "apps/server/src/office/limits/requireRoom.test.ts",
  "apps/server/test/database/copySnapshot.ts",
  "apps/server/test/orders/copyOrder.ts",
]);
/**
 * What no test may send, since the tests also run on a cluster. Other refusals depend on which tables a statement reads.
 */
const neverInTests: ReadonlySet<Refusal> = new Set([
  "seller of every node outside",
  "insert in a with",
  "insert without an answer",
  "short case",
  "moment by a column",
  "moment in a case",
  "stable function of a column",
  "subquery in values",
  "join without its seller",
  "volatile in a change",
  "change of the seller",
  "clock of each node",
]);

test("what a test writes itself can be written on a cluster", () => {
  const found = trackedFiles()
    .filter((path) => path.startsWith("apps/server/") && path.endsWith(".ts") && isTest(path))
    .filter((path) => !/\/oneNode(?:\.test)?\.ts$/.test(path) && !writeAsOwner.has(path))
    .flatMap((path) =>
      refusalsIn(read(path))
        .filter((refusal) => neverInTests.has(refusal))
        .map((refusal) => `${path}: ${refusal}`),
    );
  expect(found).toEqual([]);
});

test("a test that reads what PostgreSQL's plans fetch is left out on a cluster, whose coordinator does not show it", () => {
  const leftOut = read("vitest.config.ts");
  const readsPlans = trackedFiles()
    .filter((path) => path.startsWith("apps/server/") && path.endsWith(".test.ts") && !path.endsWith("oneNode.test.ts"))
    .filter((path) => /\bcostsOf\b/.test(read(path)));
  const found = readsPlans.filter((path) => {
    const name = /(\w+)\.test\.ts$/.exec(path)?.[1] ?? path;
    return !new RegExp(`[/"]${name}"`).test(leftOut) && !read(path).includes('skipIf(inject("nodes"))');
  });
  expect(readsPlans.length).toBeGreaterThan(3);
  expect(found).toEqual([]);
});

test.each([
  ["select (select max(x.n) from unnest(e.ns) as x (n)) from journal_entry e", true],
  ["select from journal_entry e where exists (select from jsonb_each(e.rest))", true],
  ["select l.n from journal_entry e cross join lateral (select n from unnest(e.ns) as x (n)) l", false],
  ["select l.n from journal_entry e cross join lateral unnest(e.ns) as l (n)", false],
])("over all sellers: %s: %j", (query, found) => {
  expect(readsFunctionInSubquery(query)).toBe(found);
});

test.each([
  [
    "select s.id from s join t on true group by s.id having count(*) + (select sum(n) from h where h.id = s.id) > 1",
    true,
  ],
  ["select s.id from s group by s.id having not exists (select from h where h.id = s.id)", true],
  ["select from (select id from s group by id having count(*) > 1) x join (select id from h) y on true", false],
  ["select id from s group by id having count(*) > 1 union all select id from (select id from h) x", false],
  [
    "select from (select id, count(*) as n from s group by id) s where s.n > (select sum(n) from h where h.id = s.id)",
    false,
  ],
])("over all sellers, having: %s: %j", (query, found) => {
  expect(hasSubqueryInHaving(query)).toBe(found);
});

test("each invariant can be checked over all nodes of a cluster", () => {
  expect(invariants.length).toBeGreaterThan(60);
  const refused = invariants.filter(({ query }) => readsFunctionInSubquery(query) || hasSubqueryInHaving(query));
  expect(refused.map(({ id }) => id)).toEqual([]);
});
