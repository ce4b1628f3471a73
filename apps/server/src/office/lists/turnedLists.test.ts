import { afterAll, beforeAll, describe, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { openEditing } from "../../../test/office/catalogueShop.ts";
import { bothWays, rowsOfEach, sortedList, type SeededList } from "../../../test/office/testSortedList.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { orderOf } from "../../../test/orders/changedOrders.ts";
import { needsVouchers, openChangeShop, withVouchers } from "../../../test/orders/cityPass.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";
import { newId } from "../../db/newId.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const run = (text: string) => server.runAsOwner(`set app.seller = '*'; ${text}`);
/** For each row, which of the three values it has. */
const inTurn = Array.from({ length: rowsOfEach }, (_, nth) => nth % 3);
const moments = ["2026-01-01T09:00:00.123456Z", "2026-01-02T09:00:00Z", "2026-01-03T09:00:00.5Z"] as const;
const momentOf = (nth: number): string => moments[nth] ?? moments[0];

/** Vouchers of two orders, so that a page ends within one of them. Orders that are added later come after them. */
const vouchers = async (): Promise<SeededList> => {
  const shop = await openChangeShop(server, needsVouchers);
  await recordPrices(server, shop);
  let made = 0;
  const buy = async (): Promise<string> => {
    const buyer = new TestBuyer(server, shop);
    const held = await buyer.post("/my/cart/modify", {
      add: [ticketLine(shop.event, 1)],
      ...withVouchers(shop, [`CP${String((made += 1)).padStart(6, "0")}`]),
    });
    const [cart] = held.body.cart._data;
    await buyer.pay(cart, cards.good);
    return orderOf(await buyer.checkOut(cart)).id;
  };
  for (const order_id of [await buy(), await buy()]) {
    const [ticket] = await server.db
      .selectFrom("ticket")
      .selectAll()
      .where("seller_id", "=", shop.seller_id)
      .where("ticket_order_id", "=", order_id)
      .execute();
    await server.db
      .insertInto("ticket")
      .values(
        Array.from({ length: rowsOfEach / 2 - 1 }, () => {
          const id = crypto.randomUUID();
          return { ...ticket, id, scan_code: id, voucher: id };
        }) as never,
      )
      .execute();
  }
  const today = Temporal.Now.plainDateISO(shop.timezone);
  return {
    path: "vouchers",
    filters: `from=${today.subtract({ days: 1 }).toString()}&to=${today.add({ days: 1 }).toString()}`,
    rows: "vouchers",
    id: "ticket_id",
    keys: { order_number: ({ order_number }) => Number(order_number) },
    who: await signedIn(server, shop, ["finance"]),
    seeded: rowsOfEach,
    addRows: async () => void (await buy()),
  };
};

const payouts = async (): Promise<SeededList> => {
  const shop = await createTestShop(server.db);
  const add = async (nths: readonly number[]): Promise<void> => {
    await server.db
      .insertInto("provider_payout")
      .values(
        nths.map((nth) => ({
          seller_id: shop.seller_id,
          gateway_id: "stripe",
          ref: `po_${crypto.randomUUID().replaceAll("-", "")}`,
          amount: 1000,
          currency: "USD",
          status: "paid" as const,
          is_automatic: true,
          names_rows: "never" as const,
          created_on: momentOf(nth),
          arrives_on: "2026-01-05",
        })),
      )
      .execute();
  };
  await add(inTurn);
  return {
    path: "payouts",
    rows: "payouts",
    id: "ref",
    keys: { created_on: ({ created_on }) => String(created_on) },
    keepsTies: true,
    who: await signedIn(server, shop, ["finance"]),
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

/** No two sessions begin together, but several have as many taken places. Added sessions begin between the others. */
const sessions = async (): Promise<SeededList> => {
  const { shop, manager } = await openEditing(server);
  const [first] = await server.db
    .selectFrom("event_session")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .execute();
  const begin = Temporal.Instant.from("2040-01-01T00:00:00Z");
  let made = 0;
  const add = async (nths: readonly number[]): Promise<void> => {
    await server.db
      .insertInto("event_session")
      .values(
        nths.map((nth) => {
          const start = begin.add({ minutes: ((made += 37) % 1009) * 60 });
          return {
            ...first,
            id: crypto.randomUUID(),
            start_datetime: start.toString(),
            end_datetime: start.add({ minutes: 30 }).toString(),
            local_day: start.toString().slice(0, 10),
            capacity: -1,
            used_capacity: nth,
          };
        }) as never,
      )
      .execute();
  };
  await add(inTurn);
  return {
    path: "catalogue/events/visit/sessions",
    filters: "from=2039-12-31",
    rows: "sessions",
    id: "start_datetime",
    keys: { session: ({ start_datetime }) => String(start_datetime), taken: ({ taken }) => Number(taken) },
    who: manager,
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

const journalLines = async (): Promise<SeededList> => {
  const shop = await createTestShop(server.db);
  const day = "2026-01-05";
  const add = (nths: readonly number[]) =>
    run(
      nths
        .map(
          (nth) =>
            `insert into journal_entry (seller_id, cause, cause_id, at, local_day, currency, debit, credit, amount, subject, session, tickets)
             values ('${shop.seller_id}', 'card_issued', gen_random_uuid(), '${day}T1${nth}:00:00.123456Z', '${day}', 'USD',
               '{given,given}', '{gift_cards,sales}', '{${1000 * nth + 100},${1000 * nth + 200}}', '{null,null}', '{}', '{}')`,
        )
        .join("; "),
    );
  await add(inTurn.slice(0, rowsOfEach / 2));
  return {
    path: `journal/${day}`,
    rows: "lines",
    id: ({ cause_id, amount }) => `${cause_id} ${amount}`,
    keys: { at: ({ at }) => String(at), amount: ({ amount }) => Number(amount) },
    // The lines of an entry are ordered by their position in it, which here is also the order of their amounts.
    tie: ({ at, cause_id, amount }) => `${at} ${cause_id} ${String(amount).padStart(8, "0")}`,
    who: await signedIn(server, shop, ["finance"]),
    seeded: rowsOfEach,
    addRows: () => add([0, 1, 2]),
  };
};

const sellers = async (): Promise<SeededList> => {
  const shop = await createTestShop(server.db);
  const beginning = `s${newId().slice(0, 6)}`;
  const add = (nths: readonly number[]) =>
    server.db
      .insertInto("seller")
      .values(
        nths.map((nth) => ({
          id: newId(),
          slug: `${beginning}-${crypto.randomUUID()}`,
          name: "North Pier",
          currency: "GBP",
          timezone: "Europe/London",
          created_at: momentOf(nth),
        })),
      )
      .execute();
  await add(inTurn);
  return {
    path: "operator/sellers",
    filters: `q=${beginning}-`,
    rows: "sellers",
    id: "slug",
    keys: { slug: () => 0, created_at: ({ created_at }) => String(created_at) },
    who: await signedIn(server, shop, [], { is_operator: true }),
    seeded: rowsOfEach,
    addRows: async () => void (await add([0, 1, 2])),
  };
};

const lists = { vouchers, payouts, sessions, journalLines, sellers };
const sorted = {
  vouchers: ["order_number"],
  payouts: ["created_on"],
  sessions: ["session", "taken"],
  journalLines: ["at", "amount"],
  sellers: ["slug", "created_at"],
} as const;

/** A cursor of another order of the same list; lists with one order have none. */
const ofOtherOrder: Partial<Record<keyof typeof lists, readonly [string]>> = {
  sessions: ["sort=taken&after=2040-01-01T00:00:00Z"],
  journalLines: [`sort=amount&after=2026-01-05T10:00:00Z_card_issued_${newId()}_1`],
  sellers: ["sort=created_at&after=harbor"],
};

describe.each(Object.keys(lists) as (keyof typeof lists)[])("%s", (name) => {
  const list = sortedList(lists[name]);
  test.each(bothWays(sorted[name]))(
    "by %s: each row once and in its place, while rows come in between the pages",
    (sort) => list.expectOrder(sort),
    60_000,
  );
  test.each(["sort=colour", "sort=--name", ...(ofOtherOrder[name] ?? [])])("?%s is refused", (query) =>
    list.expectRefusal(query),
  );
});
