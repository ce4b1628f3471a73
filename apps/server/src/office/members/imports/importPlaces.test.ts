import { expect, test } from "vitest";
import { createRenewalShop } from "../../../../test/accounts/renewals.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp, TestResponse } from "../../../../test/app/testApp.ts";
import { signedIn } from "../../../../test/office/testStaff.ts";
import { newId } from "../../../db/newId.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const columns = { first_name: 0, last_name: 1, email: 2, level: 3, last_day: 4 };
const file = (...names: readonly string[]) => ({
  csv: [
    "First,Last,Email,Level,Until",
    ...names.map((name) => `${name},Berg,${name}@import.example,Individual,2031-12-31`),
  ].join("\n"),
  columns,
});

const openShop = async () => {
  const { shop } = await createRenewalShop(server);
  const manager = await signedIn(server, shop, ["manager"]);
  const setLevel = (values: { capacity?: number; sales_end?: string }) =>
    server.db
      .updateTable("ticket_group")
      .set(values)
      .where("seller_id", "=", shop.seller_id)
      .where("name", "=", "Individual")
      .execute();
  const begin = (sent: object, duplicates = "import"): Promise<TestResponse> =>
    manager.post("/member_imports", { ...sent, import_id: newId(), duplicates, sends_cards: false });
  const goOn = ({ body }: TestResponse) => manager.post(`/member_imports/${body.import_id}/continue`);
  const check = async (sent: object) => (await manager.post("/member_imports/check", sent)).body;
  const names = async () =>
    (
      await server.db
        .selectFrom("membership")
        .select("holder_name")
        .where("seller_id", "=", shop.seller_id)
        .orderBy("holder_name")
        .execute()
    ).map(({ holder_name }) => holder_name);
  return { manager, setLevel, begin, goOn, check, names };
};
const linesOf = ({ body }: TestResponse) => body._data[0]._extra.lines;

test("rows beyond the places of a level refuse the whole file, and nothing is written", async () => {
  const { setLevel, begin, goOn, check, names } = await openShop();
  await goOn(await begin(file("Ada")));
  await setLevel({ capacity: 2 });
  const beyond = (line: number) => ({ line, problem: "exceeds the places that 'Individual' has left: 1" });
  const sent = file("Ada", "Bo", "Cy");
  expect(await check(sent)).toMatchObject({ rows: 3, wrong: 1, wrong_lines: [beyond(4)], duplicates: 1 });
  expect(linesOf(await begin(sent, "leave_out"))).toEqual([beyond(4)]);
  // Everybody fits only without the duplicate.
  const fitting = file("Ada", "Bo");
  expect((await check(fitting)).wrong).toBe(0);
  expect(linesOf(await begin(fitting))).toEqual([beyond(3)]);
  expect(await names()).toEqual(["Ada Berg"]);
  expect((await goOn(await begin(fitting, "leave_out"))).body).toEqual({ done: 1, failed: 0, left: 0 });
  expect(await names()).toEqual(["Ada Berg", "Bo Berg"]);
});

test("rows for a level that is not on sale refuse the whole file", async () => {
  const { setLevel, begin, check } = await openShop();
  await setLevel({ sales_end: "2026-01-01T00:00:00Z" });
  const lines = [{ line: 2, problem: "has a level that is not on sale now: 'Individual'" }];
  expect((await check(file("Ada"))).wrong_lines).toEqual(lines);
  expect(linesOf(await begin(file("Ada")))).toEqual(lines);
});

test("a row that its level refuses after the check fails alone, in words", async () => {
  const { manager, setLevel, begin, goOn, names } = await openShop();
  const begun = await begin(file("Ada", "Bo"));
  await setLevel({ capacity: 1 });
  expect((await goOn(begun)).body).toEqual({ done: 1, failed: 1, left: 0 });
  const [{ failed_lines }] = (await manager.get("/member_imports")).body.imports;
  expect(failed_lines).toEqual([{ line: 3, problem: expect.stringMatching(/^was refused: Individual: .*[^.]$/) }]);
  expect(await names()).toEqual(["Ada Berg"]);
});
