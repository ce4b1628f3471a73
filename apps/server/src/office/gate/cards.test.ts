import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestMember, cancelTestMembership } from "../../../test/accounts/members.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createGateShop, startsIn } from "../../../test/office/gateShop.ts";
import {
  inShort,
  offlineScan,
  pairedDevice,
  scanWith,
  sendScans,
  type TestDevice,
} from "../../../test/office/testGate.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { createTestEvent, type TestShop } from "../../../test/shop/createTestShop.ts";

let server: TestApp;
let shop: TestShop;
let gate: TestDevice;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createGateShop(server, {
    sessions: [startsIn(15)],
    groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 0 }] }],
  });
  gate = await pairedDevice(server, shop);
});
afterAll(() => server.close());

test("a member's card admits for a visit, and shows level, people and benefits", async () => {
  const { membership } = await createTestMember(server.db, shop, {
    level_name: "Family",
    benefits: { Adult: 2, "*": 1, Child: -1 },
  });
  const answer = await scanWith(gate.browser, { code: membership.member_number });
  expect(inShort(answer)).toBe("welcome entry");
  expect(answer.subject).toMatchObject({
    kind: "card",
    id: membership.id,
    type: "Family",
    party: 1,
    tickets_today: 0,
  });
  expect(answer.subject?.allowance).toEqual(
    expect.arrayContaining([
      { type: "Adult", quantity: 2 },
      { type: null, quantity: 1 },
      { type: "Child", quantity: -1 },
    ]),
  );
  const visits = await server.db
    .selectFrom("scan")
    .select(["counts", "membership_id", "ticket_id"])
    .where("membership_id", "=", membership.id)
    .execute();
  expect(visits).toEqual([{ counts: "entry", membership_id: membership.id, ticket_id: null }]);
});

test("a card shows the number of its tickets for today, without cancelled ones", async () => {
  const { membership, cookie } = await createTestMember(server.db, shop, { benefits: { Adult: 3 } });
  await recordPrices(server, shop);
  const buyer = new TestBuyer(server, shop, cookie);
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await buyer.payFree(cart);
  expect((await buyer.checkOut(cart)).status).toBe(200);
  const today = sql<string>`(app_now() at time zone ${shop.timezone})::date`;
  // Around midnight the session may be on the next day.
  await server.db
    .updateTable("allowance_use")
    .set({ local_day: today })
    .where("membership_id", "=", membership.id)
    .execute();
  const shown = async () => (await scanWith(gate.browser, { code: membership.member_number })).subject?.tickets_today;
  expect(await shown()).toBe(2);
  const [use] = await server.db
    .selectFrom("allowance_use")
    .select("ticket_id")
    .where("membership_id", "=", membership.id)
    .execute();
  await server.db
    .updateTable("ticket")
    .set({ state: "cancelled" })
    .where("id", "=", use?.ticket_id ?? "")
    .execute();
  expect(await shown()).toBe(1);
});

test.each([
  ["whose term is over", { toDays: -1 }, "no membership_ended refused"],
  ["whose term has not begun", { fromDays: 3 }, "no membership_not_begun refused"],
] as const)("a card %s is answered No", async (_, term, answer) => {
  const { membership } = await createTestMember(server.db, shop, term);
  expect(inShort(await scanWith(gate.browser, { code: membership.member_number }))).toBe(answer);
});

test("a card of a cancelled membership is answered No, and one used today Look", async () => {
  const { membership } = await createTestMember(server.db, shop);
  const scan = async () => inShort(await scanWith(gate.browser, { code: membership.member_number }));
  expect(await scan()).toBe("welcome entry");
  expect(await scan()).toMatch(/^look visited_today /);
  await cancelTestMembership(server.db, membership);
  expect(await scan()).toBe("no membership_ended refused");
});

test("a card that an offline device let in although its term was over is listed for a person by its level", async () => {
  const own = await createGateShop(server);
  const door = await pairedDevice(server, own);
  const { membership } = await createTestMember(server.db, own, { level_name: "Family", toDays: -1 });
  await sendScans(door.browser, [offlineScan(5, { card_id: membership.id })]);
  const owner = await signedIn(server, own, ["owner"]);
  expect((await owner.get("/devices")).body.conflicts).toMatchObject([
    { kind: "refused", type: "Family", event: "Membership", order_number: expect.any(String) },
  ]);
});

test("staff who scan get the events of cards, too, so that their phone can name them without a network", async () => {
  const own = await createGateShop(server, { sessions: [startsIn(15)] });
  await createTestMember(server.db, own);
  const quiet = await createTestEvent(server.db, own, { name: "Next month", sessions: [{ inDays: 30 }] });
  const scanner = await signedIn(server, own, ["scanner"]);
  const { events } = (await scanner.get("/gate")).body;
  expect(events.map(({ name }: { name: string }) => name).toSorted()).toEqual(["Membership", "Whales of the Harbor"]);
  expect(events.some(({ id }: { id: string }) => id === quiet.id)).toBe(false);
});
