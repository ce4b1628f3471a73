import { expect, test } from "vitest";
import { unpackTickets } from "@foyer/rules/admission/packedList.ts";
import { createTestMember } from "../../../test/accounts/members.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { createGateShop, startsIn } from "../../../test/office/gateShop.ts";
import {
  inShort,
  offlineScan,
  pairedDevice,
  scanWith,
  sendScans,
  type TestDevice,
} from "../../../test/office/testGate.ts";
import { buyLines } from "../../../test/orders/boughtLines.ts";
import { ticketOfEvent } from "../../../test/orders/changedOrders.ts";
import { createTestEvent, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { passEvent } from "../../../test/shop/undatedEvents.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

/** These are 25 hours apart: it is never the same day in both, and midnight is at another moment. */
const [late, early] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
const zones = [
  ["a day ahead", late, early],
  ["a day behind", early, late],
] as const;

/** Today's midnight in a zone, and the second before it. */
const aroundMidnight = (zone: string): readonly Temporal.Instant[] => {
  const midnight = Temporal.Now.zonedDateTimeISO(zone).startOfDay().toInstant();
  return [midnight.subtract({ seconds: 1 }), midnight];
};
/** What entries count as that a device without a network recorded at these moments. */
const countsAt = async (
  { browser }: TestDevice,
  moments: readonly Temporal.Instant[],
  scanned: { readonly ticket_id: string } | { readonly card_id: string },
): Promise<readonly string[]> => {
  const scans = moments.map((at) => ({ ...offlineScan(0, scanned), at: at.toString({ smallestUnit: "millisecond" }) }));
  const { body } = await sendScans(browser, scans);
  return body.answers.map(({ counts }: { counts: string }) => counts);
};

/** A pass of an event in a time zone, valid since three days ago. */
const buyPass = async (shop: TestShop, timezone: string): Promise<string> => {
  const event = await createTestEvent(server.db, shop, { sessions: [], ...passEvent, timezone });
  await recordPrices(server, shop);
  await buyLines(new TestBuyer(server, shop), [ticketLine(event, 1, { session: null })]);
  const id = await ticketOfEvent(server, shop, event);
  const valid_from = Temporal.Now.instant().subtract({ hours: 72 }).toString();
  await server.db.updateTable("ticket").set({ valid_from }).where("id", "=", id).execute();
  return id;
};

test.each(zones)(
  "a pass has one visit a day of its venue, whatever day it is at the seller's office: %s",
  async (_, venue, office) => {
    const shop = await createGateShop(server, { timezone: venue }, { timezone: office });
    const gate = await pairedDevice(server, shop);
    const [one, other] = [await buyPass(shop, venue), await buyPass(shop, venue)];
    expect(await countsAt(gate, aroundMidnight(venue), { ticket_id: one })).toEqual(["entry", "entry"]);
    expect(await countsAt(gate, aroundMidnight(office), { ticket_id: other })).toEqual(["entry", "double"]);
    expect(inShort(await scanWith(gate.browser, { ticket_id: one }))).toBe("no already_in refused");
  },
);

test.each(zones)("a member's card is used on days of its venue: %s", async (_, venue, office) => {
  const shop = await createGateShop(server, { timezone: venue }, { timezone: office });
  const gate = await pairedDevice(server, shop);
  const cardAt = async () =>
    (await createTestMember(server.db, { ...shop, timezone: venue }, { fromDays: -30 })).membership.id;
  expect(await countsAt(gate, aroundMidnight(venue), { card_id: await cardAt() })).toEqual(["entry", "entry"]);
  expect(await countsAt(gate, aroundMidnight(office), { card_id: await cardAt() })).toEqual(["entry", "reentry"]);
});

test.each(zones)(
  "the card of a membership elsewhere is used on days of the place that a device scans for: %s",
  async (_, venue, office) => {
    const shop = await createGateShop(server, { timezone: venue }, { timezone: office });
    const cards = [];
    for (let nth = 0; nth < 2; nth++)
      cards.push((await createTestMember(server.db, shop, { fromDays: -30 })).membership);
    const events = await server.db
      .selectFrom("event_template")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    const gate = await pairedDevice(server, shop, { event_ids: events.map(({ id }) => id) });
    const [one, other] = cards.map(({ id }) => ({ card_id: id }));
    if (!one || !other) throw new Error("There are two cards.");
    expect(await countsAt(gate, aroundMidnight(venue), one)).toEqual(["entry", "entry"]);
    expect(await countsAt(gate, aroundMidnight(office), other)).toEqual(["entry", "reentry"]);
    // Without a network, the device decides by the same days.
    const zonesOf = async ({ browser }: TestDevice) =>
      (await browser.get("/gate")).body.events.map(({ timezone }: { timezone: string }) => timezone);
    expect(new Set(await zonesOf(gate))).toEqual(new Set([venue]));
    expect(new Set(await zonesOf(await pairedDevice(server, shop)))).toEqual(new Set([venue, office]));
  },
);

test.each(zones)("a card shows its tickets of the venue's day: %s", async (_, venue, office) => {
  const shop = await createGateShop(
    server,
    {
      timezone: venue,
      sessions: [startsIn(15)],
      groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 0 }] }],
    },
    { timezone: office },
  );
  const { membership, cookie } = await createTestMember(server.db, shop, { benefits: { Adult: 3 } });
  const buyer = new TestBuyer(server, shop, cookie);
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await buyer.payFree(cart);
  expect((await buyer.checkOut(cart)).status).toBe(200);
  // Just before the venue's midnight, the session is on the day after.
  await server.db
    .updateTable("allowance_use")
    .set({ local_day: Temporal.Now.plainDateISO(venue).toString() })
    .where("membership_id", "=", membership.id)
    .execute();
  const gate = await pairedDevice(server, shop);
  const { subject } = await scanWith(gate.browser, { code: membership.member_number });
  expect(subject).toMatchObject({ kind: "card", tickets_today: 2 });
});

test.each(zones)(
  "a pass that ended earlier on the venue's day is on the list, one of the day before is not: %s",
  async (_, venue, office) => {
    const shop = await createGateShop(server, { timezone: venue }, { timezone: office });
    const gate = await pairedDevice(server, shop);
    const [, midnight] = aroundMidnight(venue);
    const [ended, endedBefore] = [await buyPass(shop, venue), await buyPass(shop, venue)];
    const endAt = (id: string, moment: Temporal.Instant | undefined) =>
      server.db
        .updateTable("ticket")
        .set({ valid_to: String(moment) })
        .where("id", "=", id)
        .execute();
    await endAt(ended, midnight?.add({ milliseconds: 1 }));
    await endAt(endedBefore, midnight?.subtract({ hours: 30 }));
    const { body } = await gate.browser.get("/gate/list");
    const listed = unpackTickets(new Uint8Array(Buffer.from(body.tickets, "base64"))).map(({ id }) => id);
    expect(listed).toContain(ended);
    expect(listed).not.toContain(endedBefore);
  },
);
