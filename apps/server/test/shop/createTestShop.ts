import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import type { EventTemplateTable, TicketGroupTable, TicketTypeTable } from "../../src/db/schema/events.ts";
import type { SellerTable } from "../../src/db/schema/sellers.ts";
import { sessionRow, type PricedType, type SessionOverrides } from "./sessionRow.ts";

/** Overrides of a row; everything else has a default. Amounts in minor units. */
type Overrides<Row> = Partial<Omit<Insertable<Row>, "seller_id" | "event_template_id" | "ticket_group_id">>;
export type SellerOverrides = Overrides<SellerTable>;
export type TicketTypeOverrides = Overrides<TicketTypeTable>;
export type TicketGroupOverrides = Overrides<TicketGroupTable> & { types?: readonly TicketTypeOverrides[] };
export type EventOverrides = Overrides<EventTemplateTable> & {
  groups?: readonly TicketGroupOverrides[];
  sessions?: readonly SessionOverrides[];
};

export type TestTicketType = { readonly id: string; readonly name: string; readonly currency_amount: number };
export type TestTicketGroup = { readonly id: string; readonly name: string; readonly types: readonly TestTicketType[] };
export type TestSession = {
  readonly id: string;
  readonly start_datetime: string;
  readonly local_day: string;
  readonly local_start: string;
};
export type TestEvent = {
  readonly id: string;
  readonly groups: readonly TestTicketGroup[];
  readonly sessions: readonly TestSession[];
};

/** A seller with one event, as most tests need. `event`, `session`, `group` and `type` are the first of each. */
export type TestShop = {
  readonly seller_id: string;
  readonly slug: string;
  readonly timezone: string;
  readonly venue_id: string;
  readonly event: TestEvent;
  readonly session: TestSession;
  readonly group: TestTicketGroup;
  readonly type: TestTicketType;
};

const requirePresent = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("The test asked for a shop without what it needs here.");
  return value;
};

/**
 * Creates a seller. By default: New York, dollars, an event with General Admission (Adult 20.00, Child 10.00) and one
 * session with a capacity of 50 at 10:00 in a week. `db` is `connections.acrossSellers()`.
 */
export const createTestShop = async (
  db: Database,
  overrides: { seller?: SellerOverrides; event?: EventOverrides } = {},
): Promise<TestShop> => {
  const slug = overrides.seller?.slug ?? `s${randomBytes(6).toString("hex")}`;
  const timezone = overrides.seller?.timezone ?? "America/New_York";
  const seller_id = overrides.seller?.id ?? newId();
  await db
    .insertInto("seller")
    .values({ name: "Harbor Museum", currency: "USD", ...overrides.seller, id: seller_id, slug, timezone })
    .execute();
  const venue_id = newId();
  await db
    .insertInto("venue")
    .values({ seller_id, id: venue_id, key: "main", name: "Main House", timezone, address: "1 Pier Road" })
    .execute();
  const event = await createTestEvent(db, { seller_id, venue_id, timezone }, overrides.event);
  return {
    seller_id,
    slug,
    timezone,
    venue_id,
    event,
    // Getters, because a shop may have no sessions or groups.
    get session() {
      return requirePresent(event.sessions[0]);
    },
    get group() {
      return requirePresent(event.groups[0]);
    },
    get type() {
      return requirePresent(event.groups[0]?.types[0]);
    },
  };
};

/** Creates another event of a seller. */
export const createTestEvent = async (
  db: Database,
  seller: { readonly seller_id: string; readonly venue_id: string; readonly timezone: string },
  overrides: EventOverrides = {},
): Promise<TestEvent> => {
  const { groups = [{}], sessions = [{}], ...event } = overrides;
  const { seller_id } = seller;
  const id = event.id ?? newId();
  const timezone = event.timezone ?? seller.timezone;
  await db
    .insertInto("event_template")
    .values({
      key: id,
      name: "Whales of the Harbor",
      ...event,
      seller_id,
      id,
      venue_id: event.venue_id ?? seller.venue_id,
      timezone,
    })
    .execute();

  const createdGroups: TestTicketGroup[] = [];
  const priced: PricedType[] = [];
  for (const [
    groupRank,
    { types = [{ name: "Adult" }, { name: "Child", currency_amount: 1000 }], ...groupOverrides },
  ] of groups.entries()) {
    const group = {
      id: newId(),
      name: "General Admission",
      rank: groupRank,
      ...groupOverrides,
      seller_id,
      event_template_id: id,
    };
    await db
      .insertInto("ticket_group")
      .values({ key: group.id, ...group })
      .execute();
    const createdTypes: TestTicketType[] = [];
    for (const [rank, typeOverrides] of types.entries()) {
      const type = { id: newId(), name: "Adult", currency_amount: 2000, rank, ...typeOverrides };
      await db
        .insertInto("ticket_type")
        .values({ key: type.id, ...type, seller_id, ticket_group_id: group.id })
        .execute();
      // Records the prices, as an import does.
      await db
        .insertInto("price_log")
        .values({
          seller_id,
          ticket_type_id: type.id,
          amount: type.currency_amount,
          amount_min: type.currency_amount_min ?? null,
          amount_max: type.currency_amount_max ?? null,
        })
        .execute();
      const { hidden_type = "public_browsable", handler = "tickets", available = true } = groupOverrides;
      const isListed =
        hidden_type === "public_browsable" &&
        ["tickets", "seated"].includes(handler) &&
        available &&
        type.available !== false;
      const { id, currency_amount, fee_fixed_outside = 0, fee_percent_outside = 0 } = type;
      priced.push({ id, currency_amount, fee_fixed_outside, fee_percent_outside, isListed });
      createdTypes.push({ id: type.id, name: type.name, currency_amount: type.currency_amount });
    }
    createdGroups.push({ id: group.id, name: group.name, types: createdTypes });
  }

  const rows = sessions.map((session) => sessionRow(session, { seller_id, event_template_id: id, timezone, priced }));
  // In chunks: a year of sessions has more values than a statement may have parameters.
  for (let from = 0; from < rows.length; from += 2000)
    await db
      .insertInto("event_session")
      .values(rows.slice(from, from + 2000).map(({ row }) => row))
      .execute();
  const sessionPrices = rows.flatMap(({ row, own: ownPrices }) =>
    ownPrices.map((price) => ({ ...price, seller_id, event_session_id: row.id })),
  );
  if (sessionPrices.length > 0) await db.insertInto("session_price").values(sessionPrices).execute();
  const loggedPrices = new Map(
    sessionPrices.map(({ ticket_type_id, amount }) => [
      `${ticket_type_id} ${amount}`,
      { seller_id, ticket_type_id, amount },
    ]),
  );
  if (loggedPrices.size > 0)
    await db
      .insertInto("price_log")
      .values([...loggedPrices.values()])
      .onConflict((oc) => oc.doNothing())
      .execute();

  return {
    id,
    groups: createdGroups,
    sessions: rows.map(({ row }) => ({
      id: row.id,
      start_datetime: row.start_datetime,
      local_day: row.local_day,
      local_start: row.local_start,
    })),
  };
};
