import { randomBytes } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database } from "./connect.ts";
import { newId } from "./newId.ts";
import type {
  EventSessionTable,
  EventTemplateTable,
  SellerTable,
  TicketGroupTable,
  TicketTypeTable,
} from "./schema.ts";

/** What a test wishes of a row; everything else has a sensible default. Money in minor units. */
type Wishes<Row> = Partial<Omit<Insertable<Row>, "seller_id" | "event_template_id" | "ticket_group_id">>;
export type SellerWishes = Wishes<SellerTable>;
export type TypeWishes = Wishes<TicketTypeTable>;
export type GroupWishes = Wishes<TicketGroupTable> & { types?: readonly TypeWishes[] };
/** A session by the venue's clocks: days from its today, and a time. `prices` differ from the types' own, by their place in the event. */
export type SessionWishes = Wishes<EventSessionTable> & {
  inDays?: number;
  at?: string;
  minutes?: number;
  prices?: Readonly<Record<number, number>>;
};
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
  const priced: {
    id: string;
    currency_amount: number;
    fee_fixed_outside: number;
    fee_percent_outside: number;
    kept: boolean;
  }[] = [];
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

  const today = Temporal.Now.plainDateISO(timezone);
  const rows = sessions.map(({ inDays = 7, at: time = "10:00", minutes = 60, prices = {}, ...session }) => {
    const start = session.start_datetime
      ? Temporal.Instant.from(session.start_datetime).toZonedDateTimeISO(timezone)
      : today.add({ days: inDays }).toPlainDateTime(time).toZonedDateTime(timezone);
    const end = session.end_datetime
      ? Temporal.Instant.from(session.end_datetime).toZonedDateTimeISO(timezone)
      : start.add({ minutes });
    // As an import keeps them: the lowest price that anyone may browse, and the fees on it.
    const lowest = priced
      .map((type, place) => ({ ...type, amount: prices[place] ?? type.currency_amount }))
      .filter((type) => type.kept)
      .map(({ amount, fee_fixed_outside, fee_percent_outside }) => ({
        amount,
        fees: amount === 0 ? 0 : fee_fixed_outside + Math.round((amount * fee_percent_outside) / 10_000),
      }))
      .toSorted((one, other) => one.amount - other.amount || one.fees - other.fees)[0];
    const row = {
      capacity: 50,
      min_price: lowest?.amount ?? null,
      min_price_fees: lowest?.fees ?? 0,
      local_day: start.toPlainDate().toString(),
      local_start: start.toPlainTime().toString({ smallestUnit: "minute" }),
      local_end: end.toPlainTime().toString({ smallestUnit: "minute" }),
      ...session,
      id: session.id ?? newId(),
      start_datetime: start.toInstant().toString(),
      end_datetime: end.toInstant().toString(),
      seller_id,
      event_template_id: id,
    };
    return {
      row,
      own: priced.flatMap((type, place) =>
        prices[place] === undefined ? [] : [{ ticket_type_id: type.id, amount: prices[place] }],
      ),
    };
  });
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

/** Someone's pending cart with tickets held in it, with the counters moved as a hold moves them. */
export const makeHold = async (
  db: Database,
  shop: Pick<Shop, "seller_id">,
  hold: {
    event: MadeEvent;
    session?: MadeSession;
    group: MadeGroup;
    type: MadeType;
    quantity: number;
    /** Seconds until it expires; negative: that long ago. */
    expiresIn?: number;
    /** Seconds for which a payment is still in flight. */
    payingFor?: number;
    identity_id?: string;
  },
): Promise<{ cart_id: string; identity_id: string }> => {
  const { seller_id } = shop;
  const cart_id = newId();
  const identity_id = hold.identity_id ?? newId();
  const inSeconds = (seconds: number) =>
    Temporal.Now.instant()
      .add({ milliseconds: Math.round(seconds * 1000) })
      .toString();
  if (!hold.identity_id)
    await db.insertInto("identity").values({ seller_id, id: identity_id, kind: "public" }).execute();
  const expires_at = inSeconds(hold.expiresIn ?? 600);
  await db
    .insertInto("cart")
    .values({
      seller_id,
      id: cart_id,
      identity_id,
      expires_at,
      hold_until_at_most: inSeconds(7200),
      paying_until: hold.payingFor === undefined ? null : inSeconds(hold.payingFor),
    })
    .execute();
  const { excluded } = await db
    .updateTable("ticket_group")
    .set((eb) => ({ used_capacity: eb("used_capacity", "+", hold.quantity) }))
    .where("seller_id", "=", seller_id)
    .where("id", "=", hold.group.id)
    .returning("exclude_from_event_capacity as excluded")
    .executeTakeFirstOrThrow();
  if (hold.session && !excluded)
    await db
      .updateTable("event_session")
      .set((eb) => ({ used_capacity: eb("used_capacity", "+", hold.quantity) }))
      .where("seller_id", "=", seller_id)
      .where("id", "=", hold.session.id)
      .execute();
  await db
    .insertInto("ticket")
    .values(
      Array.from({ length: hold.quantity }, () => ({
        seller_id,
        id: newId(),
        state: "in_cart" as const,
        cart_id,
        ticket_type_id: hold.type.id,
        ticket_group_id: hold.group.id,
        event_template_id: hold.event.id,
        event_session_id: hold.session?.id ?? null,
        face_value: hold.type.currency_amount,
        adjusted_value: hold.type.currency_amount,
      })),
    )
    .execute();
  return { cart_id, identity_id };
};
