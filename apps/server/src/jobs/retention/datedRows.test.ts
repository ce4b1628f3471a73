import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createStaff } from "../../../test/office/testStaff.ts";
import { createTestUser, type TestUser } from "../../../test/accounts/members.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { releaseAbandonedKeys } from "../../http/idempotency/idempotency.sql.ts";
import { deleteEndedLimits } from "../../http/limits/sharedLimits.sql.ts";
import { retentionJob } from "./deleteOldRows.ts";
import { periods, type RetentionKind } from "./periods.ts";

let server: TestApp;
let shop: TestShop;
let user: TestUser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  user = await createTestUser(server.db, shop);
});
afterAll(() => server.close());

/** Columns and values, in SQL, of a row whose period counts from the time `at`. */
const rowAt: Readonly<
  Record<
    string,
    {
      readonly kind: RetentionKind;
      readonly columns: string;
      readonly values: (at: string, staff_id: string) => string;
    }
  >
> = {
  idempotency_key: {
    kind: "replies",
    columns: "identity_id, key, request_hash, state, reply, created_at",
    values: (at) => `gen_random_uuid(), gen_random_uuid()::text, '\\x00', 'done', '{}', ${at}`,
  },
  login_token: {
    kind: "login_tokens",
    columns: "id, purpose, token_hash, email, created_at, ready_at, expires_at",
    values: (at) =>
      `gen_random_uuid(), 'reset', sha256(gen_random_uuid()::text::bytea), 'x@example.org', ${at}, ${at}, ${at}`,
  },
  login_attempt: { kind: "login_attempts", columns: "action, at", values: (at) => `'login', ${at}` },
  oauth_state: {
    kind: "login_redirects",
    columns: "secret_hash, purpose, url, created_at, expires_at",
    values: (at) => `sha256(gen_random_uuid()::text::bytea), 'logout', 'https://sso.example', ${at}, ${at}`,
  },
  spent_login_token: {
    kind: "spent_tokens",
    columns: "token_hash, expires_at",
    values: (at) => `sha256(gen_random_uuid()::text::bytea), ${at}`,
  },
  spent_captcha: {
    kind: "spent_tokens",
    columns: "token_hash, expires_at",
    values: (at) => `sha256(gen_random_uuid()::text::bytea), ${at}`,
  },
  report_run: {
    kind: "reports",
    columns: "asked_hash, claim, claimed_until, steps, expires_at",
    values: (at) => `sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), ${at}, 1, ${at}`,
  },
  operator_permit: {
    kind: "operator_visits",
    columns: "id, allowed_by, reason, created_at, ends_at",
    values: (at, staff_id) => `gen_random_uuid(), '${staff_id}', 'A question', ${at} - interval '2 hours', ${at}`,
  },
  person_merge: {
    kind: "person_merges",
    columns: "id, kept_identity_id, merged_id, merged_kind, staff_id, before, moved, merged_at",
    values: (at, staff_id) =>
      `gen_random_uuid(), '${user.identity_id}', gen_random_uuid(), 'card', '${staff_id}', '{}', '[]', ${at}`,
  },
};

const countOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where seller_id = ${shop.seller_id}::uuid`.execute(server.db);
  return rows[0]?.n ?? 0;
};
const runJob = () =>
  retentionJob(
    {
      connections: server.connections,
      retentionDays: {},
      log: {
        error: (fields: object) => {
          throw new Error(JSON.stringify(fields));
        },
      },
    },
    0,
  )();

test("rows of a period go after it, and not before", async () => {
  const { id } = await createStaff(server.db, shop.seller_id, ["owner"]);
  for (const [table, { kind, columns, values }] of Object.entries(rowAt)) {
    const ago = (hours: number) => `now() - interval '${periods[kind].days} days' + interval '${hours} hours'`;
    await server.runAsOwner(`set app.seller = '*'; insert into ${table} (seller_id, ${columns})
      values ('${shop.seller_id}', ${values(ago(-1), id)}), ('${shop.seller_id}', ${values(ago(1), id)}); reset app.seller`);
    expect(await countOf(table), table).toBe(2);
  }
  await runJob();
  for (const table of Object.keys(rowAt)) expect(await countOf(table), table).toBe(1);
});

test("ended limits are deleted in batches, and windows that are open stay", async () => {
  const other = await createTestShop(server.db);
  for (const { seller_id } of [shop, other])
    await sql`insert into rate_limit (seller_id, name, key, used, ends_at)
      select ${seller_id}::uuid, 'test', sha256(n::text::bytea), 1, now() + case when n = 0 then interval '1 hour' else interval '-1 hour' end
      from generate_series(0, 2500) n returning true`.execute(server.db);
  expect(await deleteEndedLimits(server.db)).toBe(5000);
  expect(await countOf("rate_limit")).toBe(1);
});

test("keys of requests that were lost are released for each seller, 1,000 at once", async () => {
  const { seller_id } = await createTestShop(server.db);
  await sql`insert into idempotency_key (seller_id, identity_id, key, request_hash, state, reply, created_at)
    select ${seller_id}::uuid, gen_random_uuid(), gen_random_uuid()::text, '\\x00', case when n % 4 = 3 then 'done' else 'in_progress' end,
      case when n % 4 = 3 then '{}' end, now() - case when n % 4 = 2 then interval '30 seconds' else interval '2 minutes' end
    from generate_series(1, 2400) n returning true`.execute(server.db);
  expect(await releaseAbandonedKeys(server.db)).toBe(1000);
  expect(await releaseAbandonedKeys(server.db)).toBe(200);
  expect(await releaseAbandonedKeys(server.db)).toBe(0);
});
