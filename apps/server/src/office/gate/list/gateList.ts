import { instantText } from "../scanTime.ts";
import { createHash, createHmac } from "node:crypto";
import type { readGateList } from "@foyer/contract/office/gate/gate.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import {
  packOrders,
  packTickets,
  shortName,
  type ListedOrder,
  type ListedTicket,
} from "@foyer/rules/admission/packedList.ts";
import { reconcile, type TicketScan } from "@foyer/rules/admission/reconcile.ts";
import { grantsAdmission } from "@foyer/rules/catalog/handlers.ts";
import { addDays, instantOf, todayAt } from "@foyer/rules/dates/localTime.ts";
import type { Steps } from "@foyer/rules/values/steps.ts";
import { inTurns } from "../../../db/turns/inTurns.ts";
import type { GateContext } from "../../../http/staff/staffContext.ts";
import { isCard, markedAnswers, scopeOf } from "../gateSubject.ts";
import {
  detailsOfMany,
  listCards,
  listPasses,
  listTickets,
  replacedCodesOf,
  scansOfMany,
  type ListRow,
  type ListScan,
} from "./gateList.sql.ts";
import { gateEvents } from "../readGate.sql.ts";
import { sessionsAtGate } from "../sessionsAtGate.ts";

type Reply = StaffReply<typeof readGateList>;
const maxScanners = 255;
/** The number of rows packed in one step. */
const packedAtOnce = 50;

/** The device's key for the day: its list is useless to another device, and tomorrow's list has another key. */
const keyOfDay = ({ providers, seller, gate }: GateContext, today: string): Buffer => {
  const owner = gate.kind === "device" ? gate.id : gate.staff.sign_in_id;
  return createHash("sha256")
    .update(providers.sign(`gate list ${seller.id} ${owner} ${today}`))
    .digest();
};

const macOf = (key: Buffer, code: string | Buffer): string =>
  createHmac("sha256", key).update(code).digest().subarray(0, 10).toString("hex");

const indexer = <T>(keyOf: (value: T) => string) => {
  const values: T[] = [];
  const places = new Map<string, number>();
  const indexOf = (value: T): number => {
    const key = keyOf(value);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, values.length);
    return values.push(value) - 1;
  };
  return { values, indexOf };
};

const toTicketScan = ({ at, ...scan }: ListScan): TicketScan => ({ ...scan, at: Date.parse(at) });

const millis = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

type Indexes = {
  readonly key: Buffer;
  readonly sessions: ReturnType<typeof indexer<string>>;
  readonly types: ReturnType<typeof indexer<Reply["types"][number]>>;
  readonly scanners: ReturnType<typeof indexer<string>>;
};

const listedTicket = (row: ListRow, scans: readonly ListScan[], indexes: Indexes): ListedTicket => {
  const { key, sessions, types, scanners } = indexes;
  const isOfTerm = row.session_id === null;
  const reentry = isCard(row) ? "day" : (row.group_gate?.reentry ?? "never");
  const past = reconcile(scans.map(toTicketScan), { reentry, isPass: isOfTerm });
  const last = scans.find(({ id }) => id === past.lastEntry?.id);
  return {
    mac: macOf(key, row.scan_code),
    id: row.id,
    session: row.session_id === null ? null : sessions.indexOf(row.session_id),
    type: types.indexOf({
      event_template_id: row.event_template_id,
      venue_id: row.venue_id,
      name: row.type,
      admits: grantsAdmission(row),
      is_card: isCard(row),
      gate: row.group_gate ?? {},
    }),
    state: row.state,
    isReplaced: row.is_replaced,
    isInside: past.isInside,
    visits: past.visitDays.length,
    lastEntry: last ? { at: Date.parse(last.at), by: scanners.indexOf(last.by) } : null,
    validFrom: isOfTerm ? millis(row.valid_from) : null,
    validTo: isOfTerm ? millis(row.valid_to) : null,
    name: shortName(row.name),
    seat: row.seat ?? "",
  };
};

type Scans = ReadonlyMap<string, readonly ListScan[]>;

const packedTickets = function* (rows: readonly ListRow[], scans: Scans, indexes: Indexes): Steps<Buffer> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < rows.length; from += packedAtOnce) {
    yield;
    const some = rows.slice(from, from + packedAtOnce);
    parts.push(packTickets(some.map((row) => listedTicket(row, scans.get(row.id) ?? [], indexes))));
  }
  return Buffer.concat(parts);
};

/** The orders of the list, with the indexes of their tickets. */
const packedOrders = function* (rows: readonly ListRow[], key: Buffer): Steps<Buffer> {
  const places = new Map<string, number[]>();
  for (const [place, { order_code }] of rows.entries()) {
    yield;
    if (order_code === null) continue;
    const known = places.get(order_code);
    if (known) known.push(place);
    else places.set(order_code, [place]);
  }
  const parts: Uint8Array[] = [];
  let orders: ListedOrder[] = [];
  for (const [code, tickets] of places) {
    yield;
    orders.push({ mac: macOf(key, code), tickets });
    if (orders.length < packedAtOnce) continue;
    parts.push(packOrders(orders));
    orders = [];
  }
  return Buffer.concat([...parts, packOrders(orders)]);
};

const readRows = async (ctx: GateContext, today: string, since: string | undefined) => {
  const { db, seller, now } = ctx;
  const events = await gateEvents(db, seller.id, scopeOf(ctx));
  const event_ids = events.map(({ id }) => id);
  const sessions = await sessionsAtGate(ctx, events, today);
  const session_ids = sessions.map(({ id }) => id);
  // At a venue in another time zone, the day begins and ends at other moments than the seller's.
  const zones = [...new Set([seller.timezone, ...events.map(({ timezone }) => timezone)])];
  const startOf = (days: number) =>
    zones.map((zone) => instantOf(addDays(todayAt(now, zone), days), "00:00", zone)).toSorted();
  const [from = "", to = ""] = [startOf(0).at(0), startOf(1).at(-1)];
  const rows = [
    ...(await listTickets(db, seller.id, session_ids, since)),
    ...(await listPasses(db, seller.id, { event_ids, from, to, since })),
    ...(await listCards(db, seller.id, { event_ids, since, at: now.toString() })),
  ];
  return { rows, count: sessions.reduce((sum, { expected }) => sum + expected, 0) };
};

/**
 * Today's list for a gate. `count` is the number of tickets for today's sessions that are not cancelled: a device whose
 * list has another number after a delta reads the whole list again.
 */
export const readList = async (ctx: GateContext, { since }: StaffReceived<typeof readGateList>): Promise<Reply> => {
  const { db, seller, now } = ctx;
  const today = todayAt(now, seller.timezone);
  const key = keyOfDay(ctx, today);
  const { rows, count } = await readRows(ctx, today, since);
  const ids = rows.map(({ id }) => id);
  const scans = Map.groupBy(await scansOfMany(db, seller.id, ids), ({ subject_id }) => subject_id);
  const replaced = await replacedCodesOf(db, seller.id, ids);
  const details = await detailsOfMany(db, seller.id, ids);
  const indexes: Indexes = {
    key,
    sessions: indexer((id) => id),
    types: indexer((type) => JSON.stringify(type)),
    scanners: indexer((name) => name),
  };
  const tickets = await inTurns(packedTickets(rows, scans, indexes));
  const orders = await inTurns(packedOrders(rows, key));
  return {
    now: instantText(now),
    today,
    key: key.toString("base64"),
    sessions: indexes.sessions.values,
    types: indexes.types.values,
    // A row names a scanner in one byte; one beyond that is named "a device".
    scanners: indexes.scanners.values.slice(0, maxScanners),
    count,
    tickets: tickets.toString("base64"),
    orders: orders.toString("base64"),
    replaced: Buffer.concat(replaced.map((hash) => Buffer.from(macOf(key, hash), "hex"))).toString("base64"),
    details: details
      .map((detail) => ({ id: detail.id, party: detail.party, answers: markedAnswers(detail) }))
      .filter(({ party, answers }) => party !== null || answers.length > 0),
  };
};
