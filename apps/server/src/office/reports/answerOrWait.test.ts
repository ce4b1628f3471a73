import type { Seller } from "@foyer/contract/shop/seller.ts";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { countLockWaits } from "../../../test/database/countLockWaits.ts";
import { readReportNow } from "../../../test/office/readReport.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createChangeShop, everyChange } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { forgetOldReports } from "./reportRuns.sql.ts";

let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let colleague: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createChangeShop(server, everyChange);
  owner = await signedIn(server, shop, ["owner"]);
  colleague = await signedIn(server, shop, ["finance"]);
});
beforeEach(() => server.db.deleteFrom("report_run").where("seller_id", "=", shop.seller_id).execute());
afterAll(() => server.close());

const span = "from=2026-01-01&to=2026-01-31";
const read = (who: OfficeBrowser, path: string) => who.get(`/reports/${path}`);
const runs = () =>
  server.db
    .selectFrom("report_run")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .orderBy("started_at")
    .execute();
const soon = { timeout: 30_000, interval: 100 };

/** Blocks readers of the journal's sums until the work is done. */
const whileSlow = (work: () => Promise<void>): Promise<void> =>
  server.withSpoiledData("lock table journal_day in access exclusive mode", () => work());
/** Inserts reports that servers have computed, or are computing. */
const insertRuns = (number: number, columns: Readonly<Record<string, string>>) =>
  server.runAsOwner(
    `set app.seller = '*'; insert into report_run (seller_id, asked_hash, claim, steps, ${Object.keys(columns).join(", ")})
     select '${shop.seller_id}', sha256(gen_random_uuid()::text::bytea), gen_random_uuid(), 1, ${Object.values(columns).join(", ")}
     from generate_series(1, ${number})`,
  );
const forgetAll = () => server.db.deleteFrom("report_run").where("seller_id", "=", shop.seller_id).execute();

test("a report that is ready at once is not stored", async () => {
  const path = `sales?${span}&by=month`;
  // On a busy machine the report may not be ready at once.
  await expect
    .poll(async () => {
      await forgetAll();
      const { body } = await read(owner, path);
      return [body.total === undefined, body.worked_out_at, (await runs()).length];
    }, soon)
    .toEqual([false, undefined, 0]);
});

test("a report that takes long is worked out once for all who ask, and is there when it is ready", async () => {
  await insertRuns(60, {
    claimed_until: "now()",
    started_at: "now() - interval '1 minute'",
    state: "'ready'",
    result: "'{}'",
    expires_at: "now() + interval '5 minutes'",
  });
  const path = `sales?${span}&by=event&compare=before`;
  await whileSlow(async () => {
    const asked = await Promise.all([owner, colleague, owner].map((who) => read(who, path)));
    for (const { status, body } of asked)
      expect([status, body.waiting]).toMatchObject([200, { steps: 3, steps_done: 0 }]);
    expect(await countLockWaits(server.db)).toBe(1);
  });
  await expect.poll(async () => (await read(colleague, path)).body.total, soon).toBeDefined();
  const replies = await Promise.all([owner, colleague].map((who) => read(who, path)));
  expect(replies[0]?.body.worked_out_at).toBeDefined();
  expect(replies[0]?.body).toEqual(replies[1]?.body);
  const anew = await readReportNow(owner, `/reports/${path}`);
  expect({ ...anew.body, worked_out_at: replies[0]?.body.worked_out_at }).toEqual(replies[0]?.body);
  // The oldest of the stored reports were deleted.
  await expect.poll(async () => (await runs()).length, soon).toBeLessThanOrEqual(50);
});

test("a reader to whom colleagues are not named does not get the report of one to whom they are", async () => {
  const reporter = await signedIn(server, shop, ["reporter"]);
  await whileSlow(async () => {
    await Promise.all([owner, reporter].map((who) => read(who, `sales?${span}`)));
    expect(await runs()).toHaveLength(2);
  });
  await expect.poll(async () => (await runs()).map(({ state }) => state), soon).toEqual(["ready", "ready"]);
});

// On a cluster, the process that waits for the lock is on another node.
test.skipIf(inject("nodes"))(
  "a report that could not be calculated is refused once, and then calculated again",
  async () => {
    const path = `sales?${span}&by=type`;
    await whileSlow(async () => {
      expect((await read(owner, path)).body.waiting).toBeDefined();
      await server.runAsOwner(
        "select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      await expect.poll(async () => (await runs()).map(({ state }) => state), soon).toEqual(["failed"]);
      expect((await read(owner, path)).status).toBe(503);
    });
    expect((await readReportNow(owner, `/reports/${path}`)).body.total).toBeDefined();
  },
);

test("a report that an ended server began is taken over, but not before its claim expires", async () => {
  const path = `sales?${span}&by=channel`;
  await whileSlow(async () => void (await read(owner, path)));
  await expect.poll(async () => (await runs()).map(({ state }) => state), soon).toEqual(["ready"]);
  const claimed = (until: string) =>
    server.runAsOwner(
      `set app.seller = '*'; update report_run set state = 'running', result = null, claimed_until = ${until}`,
    );
  await claimed("now() + interval '1 minute'");
  expect((await read(owner, path)).body.waiting).toBeDefined();
  await claimed("now() - interval '1 second'");
  expect((await readReportNow(owner, `/reports/${path}`)).body.total).toBeDefined();
});

test("five reports are calculated at once, and a sixth is refused", async () => {
  await insertRuns(5, { claimed_until: "now() + interval '1 minute'", expires_at: "now() + interval '1 minute'" });
  expect((await read(owner, `sales?${span}`)).status).toBe(503);
});

// A pooler does not accept a time limit from one of its clients.
test.skipIf(inject("pooler"))("a report may take longer than a statement of a request may", async () => {
  const strict = await openTestApp({}, { databaseConfig: { ...server.databaseConfig, statement_timeout: 1000 } });
  const reader = await signedIn(strict, shop, ["owner"]);
  const path = `sales?${span}&by=week`;
  await whileSlow(async () => expect((await read(reader, path)).body.waiting).toBeDefined());
  await expect.poll(async () => (await read(reader, path)).body.total, soon).toBeDefined();
  await strict.close();
});

test("slow attendance is calculated once for all who ask, and is served when it is ready", async () => {
  const path = `attendance?${span}&compare=year`;
  await server.withSpoiledData("lock table scan in access exclusive mode", async () => {
    const asked = await Promise.all([owner, colleague].map((who) => read(who, path)));
    for (const { status, body } of asked)
      expect([status, body.waiting]).toMatchObject([200, { steps: 2, steps_done: 0 }]);
    expect(await countLockWaits(server.db)).toBe(1);
    expect(await runs()).toHaveLength(1);
  });
  await expect.poll(async () => (await read(colleague, path)).body.total, soon).toBeDefined();
  const replies = await Promise.all([owner, colleague].map((who) => read(who, path)));
  expect(replies[0]?.body.worked_out_at).toBeDefined();
  expect(replies[0]?.body).toEqual(replies[1]?.body);
  await read(owner, `${path}&anew=true`);
  await expect
    .poll(async () => (await read(owner, path)).body.worked_out_at, soon)
    .not.toBe(replies[0]?.body.worked_out_at);
});

const file = (who: OfficeBrowser, path: string, format = "csv") => who.get(`/reports/${path}&format=${format}`);
/** Requests a file until it is ready. */
const fileNow = async (who: OfficeBrowser, path: string, format?: string) => {
  await expect.poll(async () => (await file(who, path, format)).status, soon).toBe(200);
  return file(who, path, format);
};

test.each([
  ["a report", "sales/download", "sales", "journal_day"],
  ["attendance", "attendance/download", "attendance", "scan"],
])(
  "a file of %s that takes long is worked out once for all who ask, and for the screen",
  async (_, path, screen, table) => {
    const asked = `${path}?${span}&by=event`;
    await server.withSpoiledData(`lock table ${table} in access exclusive mode`, async () => {
      const replies = await Promise.all([
        file(owner, asked),
        file(colleague, asked, "xlsx"),
        read(owner, `${screen}?${span}&by=event`),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([202, 202, 200]);
      for (const { body } of replies) expect(body.waiting).toMatchObject({ steps_done: 0 });
      expect(await countLockWaits(server.db)).toBe(1);
      expect(await runs()).toHaveLength(1);
    });
    const ready = await fileNow(colleague, asked);
    expect([ready.headers["content-type"], ready.headers["content-disposition"]]).toEqual([
      "text/csv; charset=utf-8",
      expect.stringContaining(".csv"),
    ]);
    const [{ started_at } = { started_at: "" }, ...others] = await runs();
    expect(others).toEqual([]);
    expect((await file(owner, asked, "xlsx")).body).toMatch(/^PK/);
    expect((await runs()).map((run) => run.started_at)).toEqual([started_at]);
  },
);

test("a file is refused after the reader's role was taken away, and another seller gets a file of its own", async () => {
  const asked = `sales/download?${span}&by=month`;
  const leaving = await signedIn(server, shop, ["finance"]);
  const stranger = await signedIn(server, await createChangeShop(server, everyChange), ["owner"]);
  await whileSlow(async () => expect((await file(leaving, asked)).status).toBe(202));
  await fileNow(owner, asked);
  await server.db.deleteFrom("staff_grant").where("staff_id", "=", leaving.person.id).execute();
  expect((await file(leaving, asked)).status).toBe(404);
  const gate = await signedIn(server, shop, ["scanner"]);
  expect((await file(gate, asked)).status).toBe(403);
  const others = await fileNow(stranger, asked);
  expect(others.headers["content-disposition"]).not.toContain(shop.slug);
});

test("kept reports of a seller have a limit of bytes, but the newest is always kept", async () => {
  for (const minutes of [3, 2, 1])
    await insertRuns(1, {
      claimed_until: "now()",
      started_at: `now() - interval '${minutes} minutes'`,
      state: "'ready'",
      // About 10,000 bytes, which compression hardly reduces.
      result: `(select jsonb_agg(md5(n::text || random()::text)) from generate_series(1, 300) n)`,
      expires_at: "now() + interval '5 minutes'",
    });
  const started = (await runs()).map(({ started_at }) => started_at);
  const keep = async (bytes: number) => {
    await forgetOldReports({ db: server.db, seller: { id: shop.seller_id } as Seller }, { most: 50, bytes });
    return (await runs()).map(({ started_at }) => started_at);
  };
  expect(await keep(100_000)).toEqual(started);
  expect(await keep(25_000)).toEqual(started.slice(1));
  expect(await keep(1)).toEqual(started.slice(2));
});
