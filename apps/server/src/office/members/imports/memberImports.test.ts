import { expect, test } from "vitest";
import { createRenewalShop, setPartyTermEnd, type RenewalShop } from "../../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { startAtPause } from "../../../../test/database/startAtPause.ts";
import { memberPage } from "../../../../test/office/memberShop.ts";
import { auditOf, signedIn, type OfficeBrowser } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { retentionJob } from "../../../jobs/retention/deleteOldRows.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const columns = { first_name: 0, last_name: 1, email: 2, level: 3, last_day: 4, member_number: 5 };
const header = "First,Last,Email,Level,Until,Number";
const file = (...lines: readonly string[]) => ({ csv: [header, ...lines].join("\n"), columns });
const ada = (number = "", level = "Individual") => `Ada,Lindqvist,ada@import.example,${level},2031-12-31,${number}`;
const bo = (number = "") => `Bo,Berg,bo@import.example,Individual,2031-06-30,${number}`;

const openShop = async (): Promise<{ at: RenewalShop; manager: OfficeBrowser }> => {
  const at = await createRenewalShop(server);
  return { at, manager: await signedIn(server, at.shop, ["manager"]) };
};
const begin = (by: OfficeBrowser, sent: object, more: object = {}): Promise<TestResponse> =>
  by.post("/member_imports", { ...sent, import_id: newId(), duplicates: "import", sends_cards: false, ...more });
const goOn = (by: OfficeBrowser, id: string): Promise<TestResponse> => by.post(`/member_imports/${id}/continue`);
const importAll = async (by: OfficeBrowser, sent: object, more: object = {}): Promise<TestResponse> => {
  const { body } = await begin(by, sent, more);
  return goOn(by, body.import_id);
};
const membersOf = ({ shop }: RenewalShop) =>
  server.db
    .selectFrom("membership")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .where("state", "=", "active")
    .orderBy("holder_name")
    .execute();
const mailsOf = ({ shop }: RenewalShop) =>
  server.db
    .selectFrom("outbox")
    .select(["kind", "to_address", "message"])
    .where("seller_id", "=", shop.seller_id)
    .where("kind", "<>", "staff_notice")
    .execute();
const storedRows = ({ shop }: RenewalShop) =>
  server.db
    .selectFrom("member_import_row")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .orderBy("line")
    .execute();

test("members are imported with their person, level, term and number; nothing is charged and no e-mail is sent", async () => {
  const { at, manager } = await openShop();
  const sent = file(ada("MEM-0017"), bo());
  const check = (await manager.post("/member_imports/check", sent)).body;
  expect(check).toMatchObject({
    rows: 2,
    wrong: 0,
    duplicates: 0,
    sample: [{ line: 2, member_number: "MEM0017" }, { line: 3 }],
  });
  expect(await membersOf(at)).toEqual([]);
  expect((await importAll(manager, sent)).body).toEqual({ done: 2, failed: 0, left: 0 });
  const [first, second] = await membersOf(at);
  expect([first, second]).toMatchObject([
    {
      holder_name: "Ada Lindqvist",
      holder_email: "ada@import.example",
      member_number: "MEM0017",
      level_name: "Individual",
    },
    { holder_name: "Bo Berg", holder_email: "bo@import.example", level_name: "Individual" },
  ]);
  expect(new Date(first?.valid_to ?? "").toISOString()).toBe(new Date(check.sample[0].valid_to).toISOString());
  expect(await mailsOf(at)).toEqual([]);
  const page = await memberPage(manager, first?.id ?? "");
  expect([page.has_account, page.orders[0].total, page.terms[0].is_given]).toEqual([true, "0", false]);
  expect(
    (await auditOf(server.db, at.shop.seller_id))
      .filter(({ action }) => action === "member.imported")
      .map(({ after }) => after),
  ).toEqual([
    { level: "Individual", line: 2 },
    { level: "Individual", line: 3 },
  ]);
  expect((await manager.get("/member_imports")).body.imports).toMatchObject([
    { rows: 2, done: 2, state: "ended", failed_lines: [] },
  ]);
  expect(await storedRows(at)).toMatchObject([
    { state: "done", email: null, first_name: null, last_name: null, membership_id: first?.id },
    { state: "done", email: null, membership_id: second?.id },
  ]);
});

test("one wrong row refuses the whole file with its line, and nothing is written", async () => {
  const { at, manager } = await openShop();
  const sent = file(ada(), "Bo,Berg,bo..b@import.example,Individual,2031-06-30,", ada("", "Family"), ada("", "Gold"));
  const lines = [
    { line: 3, problem: "has no email address 'bo..b@import.example'" },
    { line: 4, problem: "has a level that needs more than one person: 'Family'" },
    { line: 5, problem: "has no level 'Gold'" },
  ];
  const check = await manager.post("/member_imports/check", sent);
  const begun = await begin(manager, sent);
  expect(refusalOf(begun)).toBe("422 validation_failed");
  expect(check.body.wrong_lines).toEqual(lines);
  expect(begun.body._data[0]._extra.lines).toEqual(lines);
  expect([await storedRows(at), await membersOf(at)]).toEqual([[], []]);
});

test("a number that a member has, had, or that another import brings is refused with its line", async () => {
  const { manager } = await openShop();
  await importAll(manager, file(ada("MEM0017")));
  const [{ id }] = (await manager.get("/members?q=MEM0017")).body.members;
  const { version } = await memberPage(manager, id);
  await manager.post(`/members/${id}/replace_number`, { version, reason: "Lost" });
  const [{ member_number }] = (await memberPage(manager, id)).terms;
  for (const number of ["mem-0017", member_number]) {
    const check = (await manager.post("/member_imports/check", file(bo(number)))).body;
    expect(check.wrong_lines).toMatchObject([
      { line: 2, problem: expect.stringContaining("has a number that is taken") },
    ]);
  }
  expect((await begin(manager, file(bo("MEM0018")))).status).toBe(200);
  const other = await begin(manager, file(bo("MEM0018")));
  expect(other.body._data[0]._extra.lines).toEqual([{ line: 2, problem: "has a number that another import brings" }]);
});

test("duplicates are shown, and left out if staff choose so", async () => {
  const { at, manager } = await openShop();
  await importAll(manager, file(ada()));
  const [known] = await membersOf(at);
  const sent = file(ada(), bo(), bo());
  const check = (await manager.post("/member_imports/check", sent)).body;
  expect([check.wrong, check.duplicates, check.duplicate_lines]).toMatchObject([
    0,
    2,
    [
      { line: 2, email: "ada@import.example", membership_id: known?.id, same_as_line: null },
      { line: 4, email: "bo@import.example", membership_id: null, same_as_line: 3 },
    ],
  ]);
  expect((await importAll(manager, sent, { duplicates: "leave_out" })).body).toEqual({ done: 1, failed: 0, left: 0 });
  expect((await membersOf(at)).map(({ holder_name }) => holder_name)).toEqual(["Ada Lindqvist", "Bo Berg"]);
  expect(refusalOf(await begin(manager, sent, { duplicates: "leave_out" }))).toBe("422 validation_failed");
});

test("cards are sent with the number and term of the file if staff choose so", async () => {
  const { at, manager } = await openShop();
  await importAll(manager, file(ada("MEM0017")), { sends_cards: true });
  const mails = await mailsOf(at);
  expect(mails.map(({ kind, to_address }) => [kind, to_address])).toEqual([["membership_card", "ada@import.example"]]);
  expect(JSON.stringify(mails[0]?.message)).toContain("MEM0017");
  expect(JSON.stringify(mails[0]?.message)).toContain("2031");
});

test("an import that is sent again stays one import, and continues where it stopped", async () => {
  const { at, manager } = await openShop();
  const lines = Array.from({ length: 25 }, (_, nth) => `Ada,Lindqvist,ada${nth}@import.example,Individual,2031-12-31,`);
  const import_id = newId();
  const first = await begin(manager, file(...lines), { import_id });
  const again = await begin(manager, file(...lines), { import_id });
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  const owner = await signedIn(server, at.shop, ["owner"]);
  expect(refusalOf(await begin(owner, file(...lines), { import_id }))).toBe("422 validation_failed");
  expect((await goOn(manager, import_id)).body).toEqual({ done: 20, failed: 0, left: 5 });
  expect((await goOn(owner, import_id)).body).toEqual({ done: 25, failed: 0, left: 0 });
  expect((await goOn(manager, import_id)).body).toEqual({ done: 25, failed: 0, left: 0 });
  expect(await membersOf(at)).toHaveLength(25);
  expect(refusalOf(await manager.post(`/member_imports/${import_id}/cancel`))).toBe("404 not_found");
});

// The row has no number, which would otherwise be found taken.
test("a row that two import at once is imported once", async () => {
  const { at, manager } = await openShop();
  const { body } = await begin(manager, file(ada()));
  const late = startAtPause(server.db, "import_row_locked", () => goOn(manager, body.import_id));
  expect((await goOn(manager, body.import_id)).status).toBe(200);
  expect((await late())?.status).toBe(200);
  pauseAt("import_row_locked", undefined);
  expect(await membersOf(at)).toHaveLength(1);
  const held = await server.db
    .selectFrom("ticket")
    .select("id")
    .where("seller_id", "=", at.shop.seller_id)
    .where("state", "in", ["held", "in_cart"])
    .execute();
  expect(held).toEqual([]);
});

test("a number that was given away after the check fails its row alone, with its line", async () => {
  const { at, manager } = await openShop();
  const { body } = await begin(manager, file(ada("MEM0017"), bo()));
  const other = await importAll(manager, file("Cy,Cole,cy@import.example,Individual,2031-12-31,"));
  expect(other.body.done).toBe(1);
  await server.db
    .updateTable("membership")
    .set({ member_number: "MEM0017" })
    .where("seller_id", "=", at.shop.seller_id)
    .execute();
  expect((await goOn(manager, body.import_id)).body).toEqual({ done: 1, failed: 1, left: 0 });
  const [shown] = (await manager.get("/member_imports")).body.imports.filter(
    ({ id }: { id: string }) => id === body.import_id,
  );
  expect(shown).toMatchObject({ state: "ended", failed_lines: [{ line: 2, problem: "has a number that is taken" }] });
  expect((await membersOf(at)).map(({ holder_name }) => holder_name)).toEqual(["Bo Berg", "Cy Cole"]);
});

test("a cancelled import deletes its waiting rows, and keeps what was imported", async () => {
  const { at, manager } = await openShop();
  const lines = Array.from({ length: 21 }, (_, nth) => `Ada,Lindqvist,ada${nth}@import.example,Individual,2031-12-31,`);
  const { body } = await begin(manager, file(...lines));
  await goOn(manager, body.import_id);
  expect((await manager.post(`/member_imports/${body.import_id}/cancel`)).status).toBe(200);
  expect((await goOn(manager, body.import_id)).body).toEqual({ done: 20, failed: 0, left: 0 });
  expect(await membersOf(at)).toHaveLength(20);
  expect((await manager.get("/member_imports")).body.imports).toMatchObject([{ state: "cancelled" }]);
  expect(await storedRows(at)).toHaveLength(20);
});

test("an imported membership is renewed from its own end date", async () => {
  const { at, manager } = await openShop();
  await importAll(manager, file(ada("MEM0017")));
  const [first] = await membersOf(at);
  await setPartyTermEnd(server, first?.id ?? "", 5);
  await manager.post("/till/open", { float: "0.00" });
  const { version } = await memberPage(manager, first?.id ?? "");
  const sent = { renewal_id: newId(), version, means: [{ kind: "cash", amount: "80.00" }] };
  expect((await manager.post(`/members/${first?.id}/renew`, sent)).status).toBe(200);
  const terms = (await memberPage(manager, first?.id ?? "")).terms;
  expect(terms.map(({ member_number }: { member_number: string }) => member_number)).toEqual(["MEM0017", "MEM0017"]);
  expect(terms[0].valid_from).toBe(terms[1].valid_to);
});

test("an import of another seller is not found, and a file that is too long is refused", async () => {
  const { manager } = await openShop();
  const { body } = await begin(manager, file(ada()));
  const stranger = (await openShop()).manager;
  expect(refusalOf(await goOn(stranger, body.import_id))).toBe("404 not_found");
  expect(refusalOf(await stranger.post(`/member_imports/${body.import_id}/cancel`))).toBe("404 not_found");
  const lines = Array.from({ length: 5001 }, () => ada());
  expect(refusalOf(await manager.post("/member_imports/check", file(...lines)))).toBe("422 validation_failed");
});

test("rows of an import that nobody ends are deleted after their time", async () => {
  const { at, manager } = await openShop();
  const { body } = await begin(manager, file(ada()));
  const run = retentionJob(
    {
      connections: server.connections,
      retentionDays: {},
      log: { error: (fields) => expect(fields).toBeUndefined() },
    },
    0,
  );
  const age = (days: number) =>
    server.db
      .updateTable("member_import_row")
      .set({
        created_at: Temporal.Now.instant()
          .subtract({ hours: 24 * days })
          .toString(),
      })
      .where("seller_id", "=", at.shop.seller_id)
      .execute();
  await age(29);
  await run();
  expect(await storedRows(at)).toHaveLength(1);
  await age(31);
  await run();
  expect(await storedRows(at)).toEqual([]);
  // No row is left, so the import does not stay open.
  expect((await goOn(manager, body.import_id)).body).toEqual({ done: 0, failed: 0, left: 0 });
  expect((await manager.get("/member_imports")).body.imports).toMatchObject([{ state: "ended", done: 0 }]);
});
