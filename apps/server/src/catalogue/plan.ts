import { sql } from "kysely";
import type { Database } from "../db/connect.ts";
import { compare, nothing, type Changes } from "./compare.ts";
import { groupsOfRezoned, lockMoved, otherHall } from "./planSeats.ts";
import type { Prepared } from "./prepare.ts";
import type { Problem } from "./problems.ts";
import { readShelf, type Standing } from "./readShelf.ts";
import type {
  CodeGroupRow,
  CodeRow,
  EventRow,
  GroupRow,
  ImageRow,
  LoggedPrice,
  MemberRuleRow,
  MessageRow,
  PriceRow,
  RuleRow,
  SeatMapRow,
  SeatRow,
  SellerRow,
  SessionRow,
  TypeRow,
  VenueRow,
} from "./rows.ts";
import { wantedShelf, type Wanted } from "./wantedShelf.ts";

/** Everything that an import will do to one seller. */
export type Plan = {
  readonly prepared: Prepared;
  readonly seller: { readonly row: SellerRow; readonly is: "added" | "changed" | "same" };
  readonly images: Changes<ImageRow>;
  readonly venues: Changes<VenueRow>;
  readonly seatMaps: Changes<SeatMapRow>;
  readonly seats: Changes<SeatRow>;
  readonly events: Changes<EventRow>;
  readonly groups: Changes<GroupRow>;
  /** Groups whose limits per order, capacity or zones are other than before. */
  readonly limitsChanged: readonly string[];
  readonly types: Changes<TypeRow>;
  readonly sessions: Changes<SessionRow>;
  readonly prices: Changes<PriceRow>;
  readonly messages: Changes<MessageRow>;
  readonly memberRules: Changes<MemberRuleRow>;
  readonly codeGroups: Changes<CodeGroupRow>;
  readonly codes: Changes<CodeRow>;
  readonly rules: Changes<RuleRow>;
  readonly log: readonly LoggedPrice[];
  /** Why it cannot be done. */
  readonly problems: readonly Problem[];
  /** Names of events, groups and types by id, for the report. */
  readonly names: ReadonlyMap<string, string>;
};

type Options = { readonly now: Temporal.Instant; readonly lock: boolean };

/** Compares a catalogue with the database. With `lock`, what will leave or shrink cannot be sold meanwhile. */
export const plan = async (db: Database, prepared: Prepared, { now, lock }: Options): Promise<Plan> => {
  const standing = await readShelf(db, prepared.seller.slug);
  const wanted = wantedShelf(prepared, standing);
  if (standing && lock) await lockMoved(db, standing, wanted);
  const draft = standing && compareShelves(standing, wanted, { now, sold: new Set() });
  const sold = standing && draft ? await whatIsSold(db, standing.seller.id, draft, lock) : undefined;
  const changes = compareShelves(standing ?? nobody, wanted, { now, sold: sold?.ids ?? new Set() });

  const limits = (group: GroupRow) =>
    [
      group.min_tickets_per_order,
      group.max_tickets_per_order,
      group.capacity,
      group.oversell_capacity,
      ...group.seat_zones,
    ].join();
  const before = new Map(standing?.groups.map((group) => [group.id, limits(group)]));
  const rezoned = groupsOfRezoned(standing, wanted, changes.seats.changed);
  const seller = compare(standing ? [standing.seller] : [], [wanted.seller], { keyOf: () => "" });
  return {
    prepared,
    seller: {
      row: wanted.seller,
      is: seller.added.length > 0 ? "added" : seller.changed.length > 0 ? "changed" : "same",
    },
    ...changes,
    limitsChanged: [
      ...changes.groups.changed.filter((group) => before.get(group.id) !== limits(group)).map(({ id }) => id),
      ...rezoned,
    ],
    log: newPrices(standing?.log ?? [], wanted.log),
    problems: [
      ...(await otherCurrency(db, prepared, standing?.seller, wanted.seller)),
      ...(standing ? await otherHall(db, prepared, standing, wanted) : []),
      ...tooSmall(prepared, wanted, changes, sold?.used ?? new Map(), standing),
    ],
    names: new Map(
      [
        ...(standing?.events ?? []),
        ...(standing?.groups ?? []),
        ...(standing?.types ?? []),
        ...wanted.events,
        ...wanted.groups,
        ...wanted.types,
      ].map(({ id, name }) => [id, name]),
    ),
  };
};

export const isEmpty = (plan: Plan): boolean =>
  plan.seller.is === "same" &&
  plan.log.length === 0 &&
  [
    plan.images,
    plan.venues,
    plan.seatMaps,
    plan.seats,
    plan.events,
    plan.groups,
    plan.types,
    plan.sessions,
    plan.prices,
    plan.messages,
    plan.memberRules,
    plan.codeGroups,
    plan.codes,
    plan.rules,
  ].every((changes) => nothing<unknown>(changes));

const nobody: Omit<Standing, "seller" | "log"> = {
  images: [],
  venues: [],
  seatMaps: [],
  seats: [],
  events: [],
  groups: [],
  types: [],
  sessions: [],
  prices: [],
  messages: [],
  memberRules: [],
  codeGroups: [],
  codes: [],
  rules: [],
};

const compareShelves = (
  standing: typeof nobody,
  wanted: Wanted,
  { now, sold }: { now: Temporal.Instant; sold: ReadonlySet<string> },
) => {
  const byId = { keyOf: ({ id }: { id: string }) => id };
  const kept = {
    ...byId,
    isLeft: ({ retired }: { retired: boolean }) => retired,
    isSold: ({ id }: { id: string }) => sold.has(id),
  };
  const events = compare<EventRow>(standing.events, wanted.events, kept);
  const goneEvents = new Set(events.removed.map(({ id }) => id));
  const moment = now.toString();
  // What has begun is history: it is left as it is, unless its whole event goes.
  const sessions = compare<SessionRow>(standing.sessions, wanted.sessions, {
    ...kept,
    isLeft: ({ retired, start_datetime, event_template_id }) =>
      !goneEvents.has(event_template_id) && (retired || start_datetime <= moment),
  });
  const types = compare<TypeRow>(standing.types, wanted.types, kept);
  const stayingVenues = new Set(
    [...standing.events.filter(({ id, retired }) => retired && !goneEvents.has(id)), ...events.retired].map(
      ({ venue_id }) => venue_id,
    ),
  );
  const living = new Set(wanted.sessions.map(({ id }) => id));
  const goneSessions = new Set(sessions.removed.map(({ id }) => id));
  const goneTypes = new Set(types.removed.map(({ id }) => id));
  return {
    images: compare<ImageRow>(standing.images, wanted.images, byId),
    venues: compare<VenueRow>(standing.venues, wanted.venues, { ...byId, isLeft: ({ id }) => stayingVenues.has(id) }),
    // The rows of halls are few: one that was ever there stays for the events that once named it.
    seatMaps: compare<SeatMapRow>(standing.seatMaps, wanted.seatMaps, { ...kept, isSold: () => true }),
    seats: compare<SeatRow>(standing.seats, wanted.seats, kept),
    events,
    groups: compare<GroupRow>(standing.groups, wanted.groups, kept),
    types,
    sessions,
    prices: compare<PriceRow>(standing.prices, wanted.prices, {
      keyOf: ({ event_session_id, ticket_type_id }) => `${event_session_id}/${ticket_type_id}`,
      isLeft: ({ event_session_id: session, ticket_type_id: type }) =>
        !living.has(session) && !goneSessions.has(session) && !goneTypes.has(type),
    }),
    messages: compare<MessageRow>(standing.messages, wanted.messages, byId),
    memberRules: compare<MemberRuleRow>(standing.memberRules, wanted.memberRules, {
      keyOf: ({ ticket_type_id, party_role }) => `${ticket_type_id}/${party_role}`,
    }),
    codeGroups: compare<CodeGroupRow>(standing.codeGroups, wanted.codeGroups, kept),
    codes: compare<CodeRow>(standing.codes, wanted.codes, kept),
    rules: compare<RuleRow>(standing.rules, wanted.rules, byId),
  };
};

type Sold = { readonly ids: ReadonlySet<string>; readonly used: ReadonlyMap<string, number> };

/** Of what the catalogue no longer names: what tickets name. And how much of what changes is taken. */
const whatIsSold = async (
  db: Database,
  seller_id: string,
  { events, groups, types, sessions, seats, codes, codeGroups }: ReturnType<typeof compareShelves>,
  lock: boolean,
): Promise<Sold> => {
  const ids = new Set<string>();
  const used = new Map<string, number>();
  const parts = [
    { table: "event_session", column: "event_session_id", gone: sessions.removed, changed: sessions.changed },
    { table: "ticket_group", column: "ticket_group_id", gone: groups.removed, changed: groups.changed },
    { table: "ticket_type", column: "ticket_type_id", gone: types.removed, changed: [] },
    { table: "event_template", column: "event_template_id", gone: events.removed, changed: [] },
    { table: "seat", column: "seat_id", gone: seats.removed, changed: seats.changed },
  ] as const;
  // All locks first: a ticket that is being sold this moment is then either seen below or waits for us.
  for (const { table, gone, changed } of parts) {
    const wanted = [...gone, ...changed].map(({ id }) => id).sort();
    if (wanted.length === 0) continue;
    const counter = table === "event_session" || table === "ticket_group" ? sql.ref("used_capacity") : sql`0`;
    const { rows } = await sql<{ id: string; used: number }>`select id, ${counter} as used from ${sql.table(table)}
      where seller_id = ${seller_id} and id = any(${wanted}::uuid[]) order by id ${lock ? sql`for update` : sql``}`.execute(
      db,
    );
    for (const { id, used: count } of rows) used.set(id, count);
  }
  for (const { column, gone } of parts) {
    if (gone.length === 0) continue;
    const { rows } = await sql<{ id: string }>`select distinct ${sql.ref(column)} as id from ticket
      where seller_id = ${seller_id} and ${sql.ref(column)} = any(${gone.map(({ id }) => id)}::uuid[])`.execute(db);
    for (const { id } of rows) ids.add(id);
  }
  for (const id of await usedCodes(db, seller_id, codes.removed, lock)) ids.add(id);
  // A group goes when none of its codes stays.
  const gone = new Set(codes.removed.filter(({ id }) => !ids.has(id)).map(({ id }) => id));
  const stays = await db
    .selectFrom("code")
    .select(["id", "code_group_id"])
    .where("seller_id", "=", seller_id)
    .execute();
  for (const { id } of codeGroups.removed)
    if (stays.some((code) => code.code_group_id === id && !gone.has(code.id))) ids.add(id);
  return { ids, used };
};

/** Of these codes, those that a cart or an order was made with. */
const usedCodes = async (
  db: Database,
  seller_id: string,
  codes: readonly CodeRow[],
  lock: boolean,
): Promise<string[]> => {
  if (codes.length === 0) return [];
  const ids = codes.map(({ id }) => id).toSorted();
  await sql`select id from code where seller_id = ${seller_id} and id = any(${ids}::uuid[]) order by id ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`select distinct code_id as id from cart_code
    where seller_id = ${seller_id} and code_id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
};

/** Amounts are kept as minor units of the seller's one currency: under another they would be other sums. */
const otherCurrency = async (
  db: Database,
  { problemAt }: Prepared,
  standing: SellerRow | undefined,
  wanted: SellerRow,
): Promise<Problem[]> => {
  if (!standing || standing.currency === wanted.currency) return [];
  const ticket = await db.selectFrom("ticket").select("id").where("seller_id", "=", standing.id).executeTakeFirst();
  if (!ticket) return [];
  const message = `the currency was ${standing.currency} when tickets were held or sold; a seller in another is another seller`;
  return [problemAt(["seller", "currency"], message)];
};

/** A capacity below what is already sold would be a promise broken. */
const tooSmall = (
  { problemAt }: Prepared,
  { paths }: Wanted,
  { sessions, groups }: ReturnType<typeof compareShelves>,
  used: Sold["used"],
  standing: Standing | undefined,
): Problem[] => {
  const days = new Map(standing?.sessions.map(({ id, local_day, local_start }) => [id, `${local_day} ${local_start}`]));
  return [...sessions.changed, ...groups.changed].flatMap(({ id, capacity, oversell_capacity }) => {
    const taken = used.get(id) ?? 0;
    if (capacity < 0 || taken <= capacity + oversell_capacity) return [];
    const path = paths.get(id) ?? [];
    const room = oversell_capacity > 0 ? `${capacity} and ${oversell_capacity} oversell` : String(capacity);
    const message = days.has(id)
      ? `the session of ${days.get(id)} would have room for ${room}, and ${taken} places are sold or held`
      : `the capacity would be ${room}, and ${taken} tickets are sold or held`;
    return [problemAt(days.has(id) ? path : [...path, "capacity"], message)];
  });
};

const newPrices = (known: readonly LoggedPrice[], asked: readonly LoggedPrice[]): LoggedPrice[] => {
  const say = ({ ticket_type_id, amount, amount_min, amount_max }: LoggedPrice) =>
    [ticket_type_id, amount, amount_min, amount_max].join();
  const logged = new Set(known.map(say));
  return asked.filter((price) => !logged.has(say(price)));
};
