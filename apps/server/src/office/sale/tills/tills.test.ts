import { expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createDeskShop } from "../../../../test/office/deskShop.ts";
import { auditOf, signedIn } from "../../../../test/office/testStaff.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const today = () => Temporal.Now.zonedDateTimeISO("America/New_York").toPlainDate().toString();
const fieldsOf = ({ body }: { readonly body: { readonly _data: { readonly _extra?: unknown }[] } }) =>
  body._data[0]?._extra;
const count = (...counts: readonly (readonly [string, number])[]) => ({
  counts: counts.map(([value, count]) => ({ value, count })),
});

test("a till is opened with its float, cash is put in and taken out, and the expected amount is not shown", async () => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["box_office"]);
  expect((await clerk.get("/till")).body).toMatchObject({
    till: null,
    denominations: expect.arrayContaining(["50.00"]),
  });
  const opened = await clerk.post("/till/open", { float: "100.00" });
  expect([opened.status, opened.body.till]).toMatchObject([200, { state: "open", float: "100.00", count: null }]);
  expect((await clerk.post("/till/moves", { kind: "in", amount: "50.00", reason: "Change" })).status).toBe(200);
  const moved = await clerk.post("/till/moves", { kind: "out", amount: "30.00", reason: "To the bank" });
  expect(moved.body.till).toMatchObject({
    moves: [
      { kind: "out", amount: "30.00", reason: "To the bank" },
      { kind: "in", amount: "50.00", reason: "Change" },
    ],
    count: null,
  });
  expect(JSON.stringify(moved.body)).not.toContain("120.00");
  const entries = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action.startsWith("till."));
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ["till.opened", { float: "100.00" }],
    ["till.cash_moved", { put_in: "50.00" }],
    ["till.cash_moved", { taken_out: "30.00" }],
  ]);
});

test("a person has one open till at a time, and a colleague has their own", async () => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["box_office"]);
  expect((await clerk.post("/till/open", { float: "0" })).status).toBe(200);
  expect(refusalOf(await clerk.post("/till/open", { float: "10.00" }))).toBe("409 till_open");
  const colleague = await signedIn(server, shop, ["box_office"]);
  expect(refusalOf(await colleague.post("/till/moves", { kind: "in", amount: "1.00", reason: "Change" }))).toBe(
    "409 till_closed",
  );
  expect((await colleague.post("/till/open", { float: "20.00" })).status).toBe(200);
  expect((await clerk.get("/till")).body.till.float).toBe("0");
});

test("more than is in a till cannot be taken out", async () => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["box_office"]);
  await clerk.post("/till/open", { float: "20.00" });
  const take = (amount: string) => clerk.post("/till/moves", { kind: "out", amount, reason: "To the bank" });
  expect(refusalOf(await take("20.01"))).toBe("409 till_short");
  expect((await take("20.00")).status).toBe(200);
  expect(refusalOf(await take("0.01"))).toBe("409 till_short");
});

test("a count ends the sales, shows the difference, and needs a reason above the limit", async () => {
  const shop = await createDeskShop(server);
  await server.db
    .updateTable("seller")
    .set({ configuration: JSON.stringify({ till_limits: { difference: "1.00" } }) })
    .where("id", "=", shop.seller_id)
    .execute();
  const clerk = await signedIn(server, shop, ["box_office"]);
  await clerk.post("/till/open", { float: "100.00" });
  expect(refusalOf(await clerk.post("/till/close"))).toBe("409 till_open");
  const counted = await clerk.post("/till/count", count(["50.00", 1], ["20.00", 2], ["5.00", 1]));
  expect(counted.body.till).toMatchObject({
    state: "counted",
    count: { counted: "95.00", expected: "100.00", difference: "-5.00", needs_reason: true },
  });
  expect(refusalOf(await clerk.post("/till/moves", { kind: "in", amount: "5.00", reason: "Found" }))).toBe(
    "409 till_counted",
  );
  const refused = await clerk.post("/till/close");
  expect([refusalOf(refused), fieldsOf(refused)]).toEqual(["422 validation_failed", { fields: ["reason"] }]);
  const again = await clerk.post("/till/count", count(["50.00", 1], ["20.00", 2], ["5.00", 1], ["2.00", 2]));
  expect(again.body.till.count).toMatchObject({ difference: "-1.00", needs_reason: false });
  expect((await clerk.post("/till/close")).body).toEqual({ number: 1 });
  expect((await clerk.get("/till")).body.till).toBe(null);
  const counts = (await auditOf(server.db, shop.seller_id)).filter(({ action }) => action === "till.counted");
  expect(counts.map(({ after }) => after)).toEqual([
    { counted: "95.00", expected: "100.00" },
    { counted: "99.00", expected: "100.00" },
  ]);
});

test("closings are numbered in turn, listed by day and person, and never changed", async () => {
  const shop = await createDeskShop(server);
  const people = [await signedIn(server, shop, ["box_office"]), await signedIn(server, shop, ["manager"])];
  for (const person of [...people, ...people]) {
    await person.post("/till/open", { float: "10.00" });
    await person.post("/till/count", count(["10.00", 1], ["0.50", 1]));
    expect((await person.post("/till/close", { reason: "Found" })).status).toBe(200);
  }
  const [, manager] = people;
  await manager?.post("/till/open", { float: "7.00" });
  const finance = await signedIn(server, shop, ["finance"]);
  const { body } = await finance.get(`/tills?day=${today()}`);
  expect(body.tills.map(({ number, difference, expected }: never) => [number, difference, expected])).toEqual([
    [1, "0.50", "10.00"],
    [2, "0.50", "10.00"],
    [3, "0.50", "10.00"],
    [4, "0.50", "10.00"],
    [null, null, "7.00"],
  ]);
  expect((await finance.get("/tills?day=2020-01-01")).body.tills).toEqual([]);
  const change = (statement: string) => server.runAsOwner(`set app.seller = '*'; ${statement}`);
  await expect(
    change(`update till set counted = 0 where seller_id = '${shop.seller_id}' and number = 1`),
  ).rejects.toThrow("a closed till is never changed");
  await expect(change(`delete from till where seller_id = '${shop.seller_id}'`)).rejects.toThrow();
});

test.each([
  ["no amount", "/till/open", { float: "ten" }],
  ["a part of a cent", "/till/open", { float: "10.001" }],
  ["nothing to move", "/till/moves", { kind: "in", amount: "0", reason: "Change" }],
  ["no reason", "/till/moves", { kind: "in", amount: "1.00", reason: " " }],
  ["a coin that does not exist", "/till/count", count(["0.03", 1])],
  ["the same coin twice", "/till/count", count(["1.00", 1], ["1.00", 1])],
])("%s is refused", async (_, path, body) => {
  const shop = await createDeskShop(server);
  const clerk = await signedIn(server, shop, ["box_office"]);
  if (path !== "/till/open") await clerk.post("/till/open", { float: "10.00" });
  expect((await clerk.post(path, body)).status).toBe(422);
});

test("a till of another seller is not visible", async () => {
  const [shop, other] = [await createDeskShop(server), await createDeskShop(server)];
  const clerk = await signedIn(server, shop, ["box_office"]);
  await clerk.post("/till/open", { float: "10.00" });
  const stranger = await signedIn(server, other, ["owner"]);
  expect((await stranger.get(`/tills?day=${today()}`)).body.tills).toEqual([]);
});
