import { afterAll, beforeAll, expect, test } from "vitest";
import { createCart, getCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { createCodes, createCheckoutRule } from "../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../jobs/releaseExpiredHolds.ts";
import { stopClock } from "../../../test/database/stopClock.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

/** A server and a database whose clock the tests set. */
let server: TestApp;
let now = Temporal.Now.instant();
beforeAll(async () => {
  server = await openTestApp({ clock: () => now });
});
afterAll(async () => {
  await releaseExpiredHolds(server.db);
  await expectInvariants(server.db);
  await server.close();
});

const setClock = async (moment: Temporal.Instant): Promise<void> => {
  now = moment;
  await stopClock(server, moment);
};
const opening = Temporal.Now.instant().round("second").add({ hours: 24 });
const closing = opening.add({ hours: 48 });
/** The last microsecond before a moment, and the moment itself. */
const around = (moment: Temporal.Instant) => [moment.subtract({ microseconds: 1 }), moment] as const;

const hold = async (shop: TestShop, more: object = {}) => {
  const { code, status } = await new TestBrowser(server, shop).call(createCart, {
    add: [ticketLine(shop.event, 1)],
    ...more,
  });
  return code ?? status;
};

test("a sale includes its first moment and excludes its last, on the page and for holds", async () => {
  const shop = await createTestShop(server.db, {
    event: { groups: [{ sales_start: opening.toString(), sales_end: closing.toString() }] },
  });
  const shown = async () =>
    (
      await server.get(shop.slug, `/api/events/${shop.event.id}/sessions/${shop.session.id}?_embed=ticket_group`)
    ).body.ticket_group._data.map(({ name }: { name: string }) => name);
  const open = [["General Admission"], 200];
  const shut = [[], "ticket_group_not_on_sale:reserve"];
  for (const [moment, answer] of [
    [around(opening)[0], shut],
    [around(opening)[1], open],
    [around(closing)[0], open],
    [around(closing)[1], shut],
  ] as const) {
    await setClock(moment);
    expect([await shown(), await hold(shop)], moment.toString()).toEqual(answer);
  }
});

test("a session is on sale until it begins, an all-day session until it ends", async () => {
  const span = { start_datetime: opening.toString(), end_datetime: opening.add({ hours: 6 }).toString() };
  const once = await createTestShop(server.db, { event: { event_type: "single", sessions: [span] } });
  const allDay = await createTestShop(server.db, { event: { event_type: "repeating", sessions: [span] } });
  const shown = async ({ slug, event, session }: TestShop) => {
    const read = async (path: string) => (await server.get(slug, `/api/events/${path}`)).body;
    const [{ sold_out }] = (await read(`${event.id}/sessions/${session.id}`)).event_session._data;
    return [
      !sold_out,
      (await read(`${event.id}/sessions`)).event_session._data.length,
      (await read(`${event.id}/calendar`)).calendar._data.length,
      (await read("available")).event_template._data.length,
      (await read("available?includeSessions=true")).event_session._data.length,
    ];
  };
  for (const [shop, end] of [
    [once, opening],
    [allDay, opening.add({ hours: 6 })],
  ] as const) {
    const [before, at] = around(end);
    await setClock(before);
    expect([await shown(shop), await hold(shop)]).toEqual([[true, 1, 1, 1, 1], 200]);
    await setClock(at);
    expect([await shown(shop), await hold(shop)]).toEqual([[false, 0, 0, 0, 0], "event_session_not_on_sale:reserve"]);
  }
});

test("a hold ends at its expiry, and its ticket is free at the same moment", async () => {
  await setClock(opening);
  const shop = await createTestShop(server.db, { event: { sessions: [{ inDays: 30, capacity: 1 }] } });
  const owner = new TestBrowser(server, shop);
  const cart_id = (await owner.call(createCart, { add: [ticketLine(shop.event, 1)] })).body.cart._data[0]?.id ?? "";
  const [before, at] = around(opening.add({ minutes: 20 }));
  await setClock(before);
  expect((await owner.call(getCart, { cart_id })).body.cart._data[0]?.state).toBe("pending");
  expect(await hold(shop)).toBe("event_session_sold_out:reserve");
  await setClock(at);
  expect((await owner.call(modifyCart, { cart_id, add: [ticketLine(shop.event, 1)] })).code).toBe(
    "cart_expired:reserve",
  );
  expect(await hold(shop)).toBe(200);
});

test("a code includes its first moment and excludes its last", async () => {
  const shop = await createTestShop(server.db, { event: { sessions: [{ inDays: 30 }] } });
  const { id } = await createCodes(server.db, shop, {
    Friends: { valid_from: opening.toString(), valid_to: closing.toString() },
  });
  await createCheckoutRule(server.db, shop, { code_group_id: id, conditions: [{ min: 1 }] });
  const outcomes = [];
  for (const moment of [...around(opening), ...around(closing)]) {
    await setClock(moment);
    outcomes.push(await hold(shop, { preReservePromoCodes: { codes: ["friends"] } }));
  }
  expect(outcomes).toEqual(["code_not_found:reserve", 200, 200, "code_not_found:reserve"]);
});
