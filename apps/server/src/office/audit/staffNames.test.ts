import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";

const invited = "newcomer@staff.example";
const name = "Olive Owner";
let server: TestApp;
let shop: TestShop;
let owner: OfficeBrowser;
let finance: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  owner = await signedIn(server, shop, ["owner"], { name });
  finance = await signedIn(server, shop, ["finance"]);
  const { status } = await owner.post("/staff/invite", { email: invited, roles: ["reporter"] });
  expect(status).toBe(200);
});
afterAll(() => server.close());

const invitationFor = async (reader: OfficeBrowser) => {
  const { body } = await reader.get("/audit?action=staff.invited");
  expect(body.entries).toHaveLength(1);
  return body.entries[0];
};
const days = (): string => {
  const today = Temporal.Now.plainDateISO("UTC");
  return `from=${today.subtract({ days: 1 }).toString()}&to=${today.add({ days: 1 }).toString()}`;
};

test("readers of an entry see who acted", async () => {
  for (const reader of [owner, finance]) expect(await invitationFor(reader)).toMatchObject({ staff: { name } });
});

test("an address of staff in an entry is read by those who may read staff alone, on the page and in the file", async () => {
  expect(await invitationFor(owner)).toMatchObject({ entity_name: invited, after: { email: invited } });
  const { after, entity_name } = await invitationFor(finance);
  expect([after, entity_name]).toEqual([{ roles: ["reporter"] }, null]);
  const files = [await owner.get(`/audit.csv?${days()}`), await finance.get(`/audit.csv?${days()}`)];
  expect(
    files.map(({ status, body }) => [status, String(body).includes(invited), String(body).includes(name)]),
  ).toEqual([
    [200, true, true],
    [200, false, true],
  ]);
});
