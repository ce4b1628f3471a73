import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database } from "./connect.ts";
import { newId } from "./newId.ts";
import type { EventTemplateTable, TicketGroupTable, TicketTypeTable } from "./schemaEvents.ts";
import type { SellerTable } from "./schemaSeller.ts";
import { sessionOf, type PricedType, type SessionWishes } from "./testSessions.ts";

/** What a test wishes of a row; everything else has a sensible default. Money in minor units. */
type Wishes<Row> = Partial<Omit<Insertable<Row>, "seller_id" | "event_template_id" | "ticket_group_id">>;
export type SellerWishes = Wishes<SellerTable>;
export type TypeWishes = Wishes<TicketTypeTable>;
export type GroupWishes = Wishes<TicketGroupTable> & { types?: readonly TypeWishes[] };
export type EventWishes = Wishes<EventTemplateTable> & {
  groups?: readonly GroupWishes[];
  sessions?: readonly SessionWishes[];
};

export type MadeType = { readonly id: string; readonly name: string; readonly currency_amount: number };
export type MadeGroup = { readonly id: string; readonly name: string; readonly types: readonly MadeType[] };
export type MadeSession = {
  readonly id: string;
  readonly start_datetime: string;
  readonly local_day: string;
  readonly local_start: string;
};
export type MadeEvent = {
  readonly id: string;
  readonly groups: readonly MadeGroup[];
  readonly sessions: readonly MadeSession[];
};

/** A seller with one event: what most tests begin with. `event`, `session`, `group` and `type` are the first of each. */
export type Shop = {
  readonly seller_id: string;
  readonly slug: string;
  readonly timezone: string;
  readonly venue_id: string;
  readonly event: MadeEvent;
  readonly session: MadeSession;
  readonly group: MadeGroup;
  readonly type: MadeType;
};

const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("The test asked for a shop without what it needs here.");
  return value;
};

/**
 * Makes a seller of the test's own. By default: New York, dollars, an event with General Admission (Adult 20.00,
 * Child 10.00) and one session of 50 places at 10:00 in a week. `db` is `connections.acrossSellers()`.
 */
export const makeShop = async (
  db: Database,
  wishes: { seller?: SellerWishes; event?: EventWishes } = {},
): Promise<Shop> => {
  const slug = wishes.seller?.slug ?? `s${randomBytes(6).toString("hex")}`;
  const timezone = wishes.seller?.timezone ?? "America/New_York";
  const seller_id = wishes.seller?.id ?? newId();
  await db
    .insertInto("seller")
    .values({ name: "Harbor Museum", currency: "USD", ...wishes.seller, id: seller_id, slug, timezone })
    .execute();
  const venue_id = newId();
  await db
    .insertInto("venue")
    .values({ seller_id, id: venue_id, key: "main", name: "Main House", timezone, address: "1 Pier Road" })
    .execute();
  const event = await makeEvent(db, { seller_id, venue_id, timezone }, wishes.event);
  return {
    seller_id,
    slug,
    timezone,
    venue_id,
    event,
    // Read when asked for: a shop may be made without sessions or without groups.
    get session() {
      return present(event.sessions[0]);
    },
    get group() {
      return present(event.groups[0]);
    },
    get type() {
      return present(event.groups[0]?.types[0]);
    },
  };
};

/** One more event of a seller. */
export const makeEvent = async (
  db: Database,
  at: { readonly seller_id: string; readonly venue_id: string; readonly timezone: string },
  wishes: EventWishes = {},
): Promise<MadeEvent> => {
  const { groups = [{}], sessions = [{}], ...event } = wishes;
  const { seller_id } = at;
  const id = event.id ?? newId();
  const timezone = event.timezone ?? at.timezone;
  await db
    .insertInto("event_template")
    .values({
      key: id,
      name: "Whales of the Harbor",
      ...event,
      seller_id,
      id,
      venue_id: event.venue_id ?? at.venue_id,
      timezone,
    })
    .execute();

  const madeGroups: MadeGroup[] = [];
  const priced: PricedType[] = [];
  for (const [
    groupRank,
    { types = [{ name: "Adult" }, { name: "Child", currency_amount: 1000 }], ...wished },
  ] of groups.entries()) {
    const group = {
      id: newId(),
      name: "General Admission",
      rank: groupRank,
      ...wished,
      seller_id,
      event_template_id: id,
    };
    await db
      .insertInto("ticket_group")
      .values({ key: group.id, ...group })
      .execute();
    const madeTypes: MadeType[] = [];
    for (const [rank, wishedType] of types.entries()) {
      const type = { id: newId(), name: "Adult", currency_amount: 2000, rank, ...wishedType };
      await db
        .insertInto("ticket_type")
        .values({ key: type.id, ...type, seller_id, ticket_group_id: group.id })
        .execute();
      // Prices that were asked are remembered, as an import does.
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
      const { hidden_type = "public_browsable", handler = "tickets", available = true } = wished;
      const kept =
        hidden_type === "public_browsable" &&
        ["tickets", "seated"].includes(handler) &&
        available &&
        type.available !== false;
      const { id, currency_amount, fee_fixed_outside = 0, fee_percent_outside = 0 } = type;
      priced.push({ id, currency_amount, fee_fixed_outside, fee_percent_outside, kept });
      madeTypes.push({ id: type.id, name: type.name, currency_amount: type.currency_amount });
    }
    madeGroups.push({ id: group.id, name: group.name, types: madeTypes });
  }

  const rows = sessions.map((session) => sessionOf(session, { seller_id, event_template_id: id, timezone, priced }));
  // A year of sessions is more than one statement can take parameters for.
  for (let from = 0; from < rows.length; from += 2000)
    await db
      .insertInto("event_session")
      .values(rows.slice(from, from + 2000).map(({ row }) => row))
      .execute();
  const differing = rows.flatMap(({ row, own }) =>
    own.map((price) => ({ ...price, seller_id, event_session_id: row.id })),
  );
  if (differing.length > 0) await db.insertInto("session_price").values(differing).execute();
  const asked = new Map(
    differing.map(({ ticket_type_id, amount }) => [
      `${ticket_type_id} ${amount}`,
      { seller_id, ticket_type_id, amount },
    ]),
  );
  if (asked.size > 0)
    await db
      .insertInto("price_log")
      .values([...asked.values()])
      .onConflict((oc) => oc.doNothing())
      .execute();

  return {
    id,
    groups: madeGroups,
    sessions: rows.map(({ row }) => ({
      id: row.id,
      start_datetime: row.start_datetime,
      local_day: row.local_day,
      local_start: row.local_start,
    })),
  };
};
