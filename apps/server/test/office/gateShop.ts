import type { TestApp } from "../app/testApp.ts";
import { createTestShop, type EventOverrides, type SellerOverrides, type TestShop } from "../shop/createTestShop.ts";
import { orderOf, type TestOrder } from "../orders/changedOrders.ts";
import { recordPrices, TestBuyer } from "../shop/testBuyer.ts";

const inMinutes = (minutes: number): string => Temporal.Now.instant().add({ minutes }).round("second").toString();

/** A session that begins in this many minutes and lasts an hour; its gate opens 30 minutes before. */
export const startsIn = (minutes: number) => ({
  start_datetime: inMinutes(minutes),
  end_datetime: inMinutes(minutes + 60),
});

// At any time it is between 02:00 and 21:00 in one of them, so a session within three hours is on the same day there.
const timezones = ["America/New_York", "Asia/Tokyo"];

/** A time zone where it is neither late evening nor just after midnight. */
export const timezoneByDay = (): string =>
  timezones.find((timezone) => {
    const { hour } = Temporal.Now.zonedDateTimeISO(timezone);
    return hour >= 2 && hour < 21;
  }) ?? "America/New_York";

/**
 * A shop whose first session admits people now, in a time zone where that session and those within three hours are
 * today.
 */
export const createGateShop = async (
  server: TestApp,
  event: EventOverrides = {},
  seller: SellerOverrides = {},
): Promise<TestShop> => {
  const shop = await createTestShop(server.db, {
    event: { sessions: [startsIn(15)], ...event },
    seller: { timezone: timezoneByDay(), ...seller },
  });
  await recordPrices(server, shop);
  return shop;
};

export type GateOrder = TestOrder & { readonly codes: readonly string[]; readonly orderCode: string };

/** Buys tickets for the first session. Returns the order with its own scan code and those of its tickets. */
export const buyForGate = async (server: TestApp, shop: TestShop, quantity = 1): Promise<GateOrder> => {
  const order = orderOf(await new TestBuyer(server, shop).buy(quantity));
  const rows = await server.db
    .selectFrom("ticket")
    .select(["id", "scan_code"])
    .where("id", "in", [...order.tickets])
    .execute();
  const codes = order.tickets.map((ticket) => rows.find(({ id }) => id === ticket)?.scan_code ?? "");
  const { scan_code } = await server.db
    .selectFrom("ticket_order")
    .select("scan_code")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  return { ...order, codes, orderCode: scan_code };
};

/** The states of an order's tickets, in ticket order. */
export const statesOf = async (server: TestApp, order: GateOrder): Promise<readonly string[]> => {
  const rows = await server.db
    .selectFrom("ticket")
    .select(["id", "state"])
    .where("id", "in", [...order.tickets])
    .execute();
  return order.tickets.map((ticket) => rows.find(({ id }) => id === ticket)?.state ?? "gone");
};

/** What the scans of a ticket count as, in order of time. */
export const countsOf = async (server: TestApp, ticket_id: string | undefined): Promise<readonly string[]> =>
  (
    await server.db
      .selectFrom("scan")
      .select("counts")
      .where("ticket_id", "=", ticket_id ?? "")
      .orderBy("at")
      .orderBy("id")
      .execute()
  ).map(({ counts }) => counts);
