import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { buyForGate, createGateShop, startsIn } from "../../../test/office/gateShop.ts";
import { inShort, offlineScan, pairedDevice, scanWith, sendScans } from "../../../test/office/testGate.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const setDay = async (shop: TestShop, days: number): Promise<void> => {
  const { local_day } = await server.db
    .selectFrom("event_session")
    .select("local_day")
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", shop.session.id)
    .executeTakeFirstOrThrow();
  await server.db
    .updateTable("event_session")
    .set({ local_day: Temporal.PlainDate.from(local_day).add({ days }).toString() })
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", shop.session.id)
    .execute();
};

test.each([
  ["that began yesterday and runs past midnight", -20, -1],
  ["of tomorrow that lets people in before midnight", 20, 1],
])("a session %s is at the gate while it admits people, with its counters and its tickets", async (_, starts, day) => {
  const shop = await createGateShop(server, { sessions: [startsIn(20)] });
  const order = await buyForGate(server, shop);
  const { start_datetime, end_datetime } = startsIn(starts);
  await server.db
    .updateTable("event_session")
    .set({ start_datetime, end_datetime })
    .where("seller_id", "=", shop.seller_id)
    .where("id", "=", shop.session.id)
    .execute();
  await setDay(shop, day);
  const gate = await pairedDevice(server, shop);
  expect(inShort(await scanWith(gate.browser, { code: order.codes[0] ?? "" }))).toBe("welcome entry");
  expect((await gate.browser.get("/gate")).body.sessions).toMatchObject([
    { id: shop.session.id, expected: 1, in: 1, is_all_day: false },
  ]);
  expect((await gate.browser.get("/gate/list")).body).toMatchObject({ sessions: [shop.session.id], count: 1 });
});

test("a day's opening hours are at the gate on the day of their venue, in another time zone than the seller", async () => {
  // These are 25 hours apart, so their days always differ.
  const [timezone, elsewhere] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
  const start = Temporal.Now.zonedDateTimeISO(timezone).startOfDay();
  const session = {
    start_datetime: start.toInstant().toString(),
    end_datetime: start.add({ hours: 23, minutes: 59 }).toInstant().toString(),
  };
  const shop = await createGateShop(
    server,
    { timezone, event_type: "repeating", sessions: [session] },
    { timezone: elsewhere },
  );
  const { codes } = await buyForGate(server, shop);
  const gate = await pairedDevice(server, shop);
  const read = async () => (await gate.browser.get("/gate")).body;
  expect((await gate.browser.get("/gate/list")).body).toMatchObject({ sessions: [shop.session.id], count: 1 });
  expect(inShort(await scanWith(gate.browser, { code: codes[0] ?? "" }))).toBe("welcome entry");
  expect(inShort(await scanWith(gate.browser, { code: codes[0] ?? "" }))).toBe("no already_in refused");
  const { events, sessions } = await read();
  expect(events).toMatchObject([{ timezone }]);
  expect(sessions).toMatchObject([{ id: shop.session.id, is_all_day: true, expected: 1, in: 1, refused: 1 }]);
});

test("a session of another day is at the gate only while it admits people", async () => {
  const shop = await createGateShop(server, { sessions: [startsIn(45)] });
  await setDay(shop, 1);
  const gate = await pairedDevice(server, shop);
  expect((await gate.browser.get("/gate")).body.sessions).toEqual([]);
  expect((await gate.browser.get("/gate/list")).body).toMatchObject({ sessions: [], count: 0 });
});

test("only the two devices that admitted the same ticket are told, until somebody has reviewed it", async () => {
  const shop = await createGateShop(server);
  const [north, south, other] = [
    await pairedDevice(server, shop, { name: "North gate" }),
    await pairedDevice(server, shop, { name: "South gate" }),
    await pairedDevice(server, shop, { name: "Side door" }),
  ];
  const { tickets } = await buyForGate(server, shop);
  const [ticket_id = ""] = tickets;
  const doubles = async ({ browser }: typeof north) => (await browser.get("/gate")).body.doubles;
  await sendScans(south.browser, [offlineScan(3, { ticket_id })]);
  expect(await doubles(south)).toEqual([]);
  await sendScans(north.browser, [offlineScan(5, { ticket_id })]);
  const told = [{ type: "Adult", by: "South gate", entry_by: "North gate" }];
  expect(await doubles(north)).toMatchObject(told);
  expect(await doubles(south)).toMatchObject(told);
  expect(await doubles(other)).toEqual([]);

  const manager = await signedIn(server, shop, ["manager"]);
  const onBoard = async () =>
    (await manager.get("/board")).body.exceptions.filter(({ kind }: { kind: string }) => kind === "gate");
  expect(await onBoard()).toEqual([{ kind: "gate", count: 1, order_numbers: [] }]);
  const elsewhere = await createGateShop(server);
  const theirs = await signedIn(server, elsewhere, ["owner"]);
  expect((await theirs.get("/board")).body.exceptions).not.toContainEqual(expect.objectContaining({ kind: "gate" }));
  const [{ id }] = await doubles(north);
  expect((await manager.post(`/gate/conflicts/${id}/resolve`)).status).toBe(200);
  expect([await doubles(north), await doubles(south), await onBoard()]).toEqual([[], [], []]);
});
