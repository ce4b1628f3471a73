import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { openTestApp, type TestApp, type TestResponse } from "../../../test/app/testApp.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { refusalOf } from "../../../test/orders/changedOrders.ts";
import { createCodes } from "../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { pauseAt } from "../../db/faultPoints.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
let shop: TestShop;
let group: Awaited<ReturnType<typeof createCodes>>;
let manager: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  pauseAt("code_import_checked", undefined);
  pauseAt("code_import_made", undefined);
  shop = await createTestShop(server.db);
  group = await createCodes(server.db, shop, { SPRING: { max_uses: 5 } });
  manager = await signedIn(server, shop, ["manager"]);
});

const columns = { code: 0, max_uses: 1, first_day: 2, last_day: 3 };
const file = (...lines: readonly string[]) => ({
  code_group_id: group.id,
  csv: ["Code,Uses,From,Until", ...lines].join("\n"),
  columns,
});
const check = (sent: object, by = manager): Promise<TestResponse> => by.post("/code_imports/check", sent);
const bring = (sent: object, more: object = {}, by = manager): Promise<TestResponse> =>
  by.post("/code_imports", { ...sent, import_id: newId(), reason: "From the old shop", ...more });
const linesOf = ({ body }: TestResponse) => body._data[0]._extra.lines;
const codesOf = async (): Promise<string[]> => {
  const rows = await server.db
    .selectFrom("code")
    .select("code")
    .where("seller_id", "=", shop.seller_id)
    .orderBy("normalized")
    .execute();
  return rows.map(({ code }) => code);
};
const batches = async () => (await manager.get("/code_batches")).body.batches;
const entries = async () =>
  (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "code.imported");

test("a file is checked, and its codes are made with their limits and with days in the seller's time zone", async () => {
  const sent = file("Autumn,3,2020-01-01,2099-12-31", "WINTER,,,", "spring,5,,");
  expect((await check(sent)).body).toEqual({
    rows: 3,
    wrong: 0,
    wrong_lines: [],
    new_codes: 2,
    existing: 1,
    existing_lines: [{ line: 4, code_id: group.codes.SPRING, code: "SPRING", state: "active", differs: false }],
    sample: [
      { line: 2, code: "Autumn", max_uses: 3, valid_from: "2020-01-01T05:00:00Z", valid_to: "2100-01-01T05:00:00Z" },
      { line: 3, code: "WINTER", max_uses: null, valid_from: null, valid_to: null },
    ],
  });
  expect(await codesOf()).toEqual(["SPRING"]);

  const { status, body } = await bring(sent);
  expect([status, body.made]).toEqual([200, 2]);
  expect(await codesOf()).toEqual(["Autumn", "SPRING", "WINTER"]);
  expect((await manager.get("/codes?q=autumn")).body.codes).toMatchObject([
    { code: "Autumn", max_uses: 3, state: "active", valid_to: "2100-01-01T05:00:00Z", by_office: true },
  ]);
  const [batch] = await batches();
  expect(batch).toMatchObject({
    id: body.import_id,
    is_imported: true,
    made: 2,
    group: "Friends",
    reason: "From the old shop",
  });
  const download = String((await manager.get(`/code_batches/${batch.id}/codes.csv`)).body);
  expect(download.trim().split("\r\n").toSorted()).toEqual(["Autumn,0,3", "WINTER,0,", "code,used,max_uses"]);
  expect(await entries()).toMatchObject([{ after: { made: 2, group: group.id }, entity_id: batch.id }]);
});

test("wrong and double lines are named with their values, and nothing is made", async () => {
  const sent = file("GOOD,,,", "x,,,", "GOOD2,none,,", "good,,,", "LATE,,2099-01-02,2099-01-01", ",1,,");
  const lines = [
    { line: 3, problem: "has a code of less than 2 characters: 'x'" },
    { line: 4, problem: "has no limit of 1 to 1,000,000 uses: 'none'" },
    { line: 5, problem: "has the same code as line 2: 'good'" },
    { line: 6, problem: "ends before it begins: 2099-01-02 to 2099-01-01" },
    { line: 7, problem: "has no code" },
  ];
  expect((await check(sent)).body).toMatchObject({ rows: 6, wrong: 5, wrong_lines: lines, new_codes: 1, existing: 0 });
  const refused = await bring(sent);
  expect([refusalOf(refused), linesOf(refused)]).toEqual(["422 validation_failed", lines]);
  expect([await codesOf(), await batches(), await entries()]).toEqual([["SPRING"], [], []]);
});

test("existing codes that cannot be used or that differ are listed first and stay unchanged", async () => {
  const past = "2020-01-01T00:00:00Z";
  const known = await createCodes(server.db, shop, {
    ACTIVE: {},
    ELSE: { max_uses: 9 },
    GONE: { retired: true },
    OVER: { valid_to: past },
    PAUSED: { paused_at: past },
    SPENT: { max_uses: 0 },
  });
  const sent = {
    ...file("active,,,", "else,3,,", "gone,,,", "over,,,2019-12-31", "paused,,,", "spent,1,,"),
    code_group_id: known.id,
  };
  const { body } = await check(sent);
  expect(body).toMatchObject({ rows: 6, wrong: 0, new_codes: 0, existing: 6, sample: [] });
  const named = body.existing_lines.map(({ line, code, state, differs }: Record<string, unknown>) => [
    line,
    code,
    state,
    differs,
  ]);
  expect(named).toEqual([
    [3, "ELSE", "active", true],
    [4, "GONE", "retired", false],
    [5, "OVER", "expired", true],
    [6, "PAUSED", "paused", false],
    [7, "SPENT", "used_up", true],
    [2, "ACTIVE", "active", false],
  ]);
  const before = (await manager.get(`/codes/${known.codes.ELSE}`)).body;
  expect((await bring(sent)).body.made).toBe(0);
  expect((await manager.get(`/codes/${known.codes.ELSE}`)).body).toEqual(before);
  expect([await batches(), await entries()]).toEqual([[], []]);
});

test("a code of another group, or of a gift, is a wrong line that says so and what it is now", async () => {
  const past = "2020-01-01T00:00:00Z";
  await createCodes(server.db, shop, {
    OTHER: {},
    SPENT: { max_uses: 0 },
    GONE: { retired: true },
    HALTED: { paused_at: past },
    GIFT: { is_gift: true },
  });
  const sent = file("NEW,,,", "other,,,", "spent,,,", "gone,,,", "halted,,,", "gift,,,");
  const lines = [
    { line: 3, problem: "has a code of the group 'Friends': 'OTHER'" },
    { line: 4, problem: "has a code of the group 'Friends': 'SPENT', and used up" },
    { line: 5, problem: "has a code of the group 'Friends': 'GONE', and withdrawn" },
    { line: 6, problem: "has a code of the group 'Friends': 'HALTED', and paused" },
    { line: 7, problem: "has the code of a gift: 'GIFT'" },
  ];
  expect((await check(sent)).body).toMatchObject({ wrong: 5, wrong_lines: lines, new_codes: 1 });
  const refused = await bring(sent);
  expect([refusalOf(refused), linesOf(refused)]).toEqual(["422 validation_failed", lines]);
  expect(await codesOf()).not.toContain("NEW");
});

test("another seller's code does not matter, and its groups are not found", async () => {
  const theirs = await createTestShop(server.db);
  const group_of_theirs = await createCodes(server.db, theirs, { AUTUMN: {} });
  expect((await check(file("AUTUMN,,,"))).body).toMatchObject({ new_codes: 1, existing: 0 });
  const sent = { ...file("AUTUMN,,,"), code_group_id: group_of_theirs.id };
  expect([refusalOf(await check(sent)), refusalOf(await bring(sent))]).toEqual(["404 not_found", "404 not_found"]);
});

test("whoever may not make codes is refused, also the check", async () => {
  const boxOffice = await signedIn(server, shop, ["box_office"]);
  const sent = file("AUTUMN,,,");
  expect(refusalOf(await check(sent, boxOffice))).toBe("403 access_denied");
  expect(refusalOf(await bring(sent, {}, boxOffice))).toBe("403 access_denied");
  expect(await codesOf()).toEqual(["SPRING"]);
});

test("a file without rows, or with too many, is refused", async () => {
  for (const sent of [file(), file(...Array.from({ length: 100_001 }, (_, nth) => `M${nth}`))])
    expect(refusalOf(await check(sent))).toBe("422 validation_failed");
});

test("more codes than fit into one statement are made once each", async () => {
  const sent = file(...Array.from({ length: 5001 }, (_, nth) => `MANY-${10_000 + nth},${nth + 1}`));
  expect((await bring(sent)).body.made).toBe(5001);
  const rows = await server.db
    .selectFrom("code")
    .select(["code", "max_uses"])
    .where("seller_id", "=", shop.seller_id)
    .where("code", "like", "MANY-%")
    .execute();
  expect(rows).toHaveLength(5001);
  for (const { code, max_uses } of rows) expect(max_uses).toBe(Number(code.slice(5)) - 9999);
});

describe("sent again", () => {
  const lines = ["AUTUMN,1,,", "WINTER,1,,"];

  test("it is one import, also at the same moment; another person's is another", async () => {
    const import_id = newId();
    const late = startAtPause(server.db, "code_import_made", () => bring(file(...lines), { import_id }));
    const first = await bring(file(...lines), { import_id });
    const answer = { import_id, made: 2 };
    expect([first.body, (await late())?.body]).toEqual([answer, answer]);
    expect((await bring(file(...lines), { import_id })).body).toEqual(answer);
    expect(await codesOf()).toEqual(["AUTUMN", "SPRING", "WINTER"]);
    expect([(await batches()).length, (await entries()).length]).toEqual([1, 1]);
    const owner = await signedIn(server, shop, ["owner"]);
    expect(refusalOf(await bring(file(...lines), { import_id }, owner))).toBe("422 validation_failed");
  });

  test("the same file as another import makes nothing twice, and a longer file adds the rest", async () => {
    await bring(file(...lines));
    expect((await bring(file(...lines))).body.made).toBe(0);
    expect((await bring(file(...lines, "MARCH,,,"))).body.made).toBe(1);
    expect(await codesOf()).toEqual(["AUTUMN", "MARCH", "SPRING", "WINTER"]);
    expect((await batches()).map(({ made }: { made: number }) => made)).toEqual([1, 2]);
  });

  test("after a failure in the middle it makes all codes, of which none existed", async () => {
    const import_id = newId();
    pauseAt("code_import_made", () => Promise.reject(new Error("The server is stopped")));
    await expect(bring(file(...lines), { import_id })).rejects.toThrow("The server is stopped");
    expect([await codesOf(), await batches(), await entries()]).toEqual([["SPRING"], [], []]);
    pauseAt("code_import_made", undefined);
    expect((await bring(file(...lines), { import_id })).body).toEqual({ import_id, made: 2 });
    expect(await codesOf()).toEqual(["AUTUMN", "SPRING", "WINTER"]);
  });
});

describe("two managers at the same moment", () => {
  test("with the same file, in another order, make every code exactly once", async () => {
    const second = await signedIn(server, shop, ["manager"]);
    const lines = ["AUTUMN,1,,", "MARCH,1,,", "WINTER,1,,"];
    const late = startAtPause(server.db, "code_import_made", () => bring(file(...lines.toReversed()), {}, second));
    const first = await bring(file(...lines));
    expect([first.body.made, (await late())?.body.made]).toEqual([3, 0]);
    expect(await codesOf()).toEqual(["AUTUMN", "MARCH", "SPRING", "WINTER"]);
    expect((await batches()).map(({ made }: { made: number }) => made)).toEqual([3]);
    expect(await entries()).toHaveLength(1);
  });

  test("with overlapping files make the new codes of each", async () => {
    const second = await signedIn(server, shop, ["manager"]);
    const late = startAtPause(server.db, "code_import_made", () => bring(file("MARCH,1,,", "APRIL,1,,"), {}, second));
    const first = await bring(file("MARCH,1,,", "AUTUMN,1,,"));
    expect([first.body.made, (await late())?.body.made]).toEqual([2, 1]);
    expect(await codesOf()).toEqual(["APRIL", "AUTUMN", "MARCH", "SPRING"]);
  });

  test("with the same code for two groups: one is refused with its line, and none of its codes is made", async () => {
    const other = await createCodes(server.db, shop, {});
    const meanwhile = startAtPause(server.db, "code_import_checked", () => bring(file("MARCH,1,,")));
    const refused = await bring({ ...file("APRIL,1,,", "march,1,,"), code_group_id: other.id });
    expect((await meanwhile())?.body.made).toBe(1);
    expect([refusalOf(refused), linesOf(refused)]).toEqual([
      "422 validation_failed",
      [{ line: 3, problem: "has a code of the group 'Friends': 'MARCH'" }],
    ]);
    expect(await codesOf()).toEqual(["MARCH", "SPRING"]);
  });
});
