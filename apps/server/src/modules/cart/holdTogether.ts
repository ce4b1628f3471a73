import type { Database } from "../../db/connect.ts";
import { crash, pause } from "../../db/faults.ts";
import type { Outcome } from "../../db/groupCommit.ts";
import { transact } from "../../db/transact.ts";
import type { CartReply, TicketsWanted } from "@foyer/contract/cart.ts";
import { cartLimits } from "@foyer/contract/limits.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import type { Ask } from "../../http/ask.ts";
import { keepVisitors } from "../identity/keepVisitors.ts";
import { liveTickets, lockCarts, lockGroups, lockSessions, overdueHolds, typesOf } from "./cart.sql.ts";
import { HoldSheet } from "./holdSheet.ts";
import { changeCarts, drawCapacity, insertCarts, insertTickets, unbookTickets } from "./hold.sql.ts";
import { releaseFrom } from "./letGo.ts";
import type { Way } from "./openCart.ts";
import { readCarts } from "./readCart.ts";

/** One visitor's wish to change what a cart holds. Without `cart_id` a cart is begun. */
export type Change = {
  readonly ask: Ask;
  readonly way: Way;
  readonly cart_id?: string;
  readonly add: readonly TicketsWanted[];
  readonly remove: readonly string[];
  readonly channel_id: string;
  readonly campaign: Record<string, string>;
  readonly additional_info: object;
};

/** Something overdue stands in the way: to be let go first, from the beginning, so that locks are taken in order. */
class StandsInTheWay extends Error {
  readonly sessions: readonly string[];
  readonly groups: readonly string[];
  constructor(sessions: readonly string[], groups: readonly string[]) {
    super("Overdue holds stand in the way.");
    this.sessions = sessions;
    this.groups = groups;
  }
}

const attempts = 4;

/** Many changes in one transaction: each is judged alone, in the order of arrival, and happens wholly or not at all. */
export const holdTogether = async (
  db: Database,
  seller: Seller,
  changes: readonly Change[],
): Promise<Outcome<CartReply>[]> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const outcomes = await transact({ db }, (tx) => holdOnce(tx.db, seller, changes, attempt < attempts));
      crash("after_hold_commit");
      return outcomes;
    } catch (error) {
      if (!(error instanceof StandsInTheWay)) throw error;
      await transact({ db }, (tx) => releaseFrom(tx.db, seller.id, error.sessions, error.groups));
    }
  }
};

const holdOnce = async (
  db: Database,
  seller: Seller,
  changes: readonly Change[],
  mayClear: boolean,
): Promise<Outcome<CartReply>[]> => {
  const sheet = await takeSheet(db, seller, changes);
  await pause("hold_locked");
  const decisions = changes.map((change) => sheet.decide(change));

  const { sessions, groups } = sheet.short;
  if (mayClear && sessions.length + groups.length > 0 && (await overdueHolds(db, seller.id, sessions, groups)))
    throw new StandsInTheWay(sessions, groups);

  await pause("hold_judged");
  await write(db, seller, sheet);
  const viewed = decisions.flatMap((decision, place) =>
    "refused" in decision ? [] : [{ cart_id: decision.cart_id, visitor: changes[place]?.ask.visitor ?? null }],
  );
  const replies = await readCarts(db, seller, viewed);
  crash("before_hold_commit");

  let next = 0;
  return decisions.map((decision): Outcome<CartReply> => {
    if ("refused" in decision) return decision;
    const answer = replies[next++];
    if (!answer) throw new Error("A cart that was just changed cannot be read.");
    return { answer };
  });
};

const distinct = (ids: Iterable<string | null | undefined>): string[] => [
  ...new Set([...ids].filter((id) => id !== null && id !== undefined)),
];

/** Locks all that the changes touch, carts before sessions before groups, and writes down how it stands. */
const takeSheet = async (db: Database, seller: Seller, changes: readonly Change[]): Promise<HoldSheet> => {
  const lines = changes.flatMap((change) => change.add);
  const type_ids = distinct(lines.flatMap((line) => line.ticket_types_required.map((wanted) => wanted.ticket_type_id)));
  const types = type_ids.length > 0 ? await typesOf(db, seller.id, type_ids) : [];

  const cart_ids = distinct(changes.map((change) => change.cart_id));
  const carts = cart_ids.length > 0 ? await lockCarts(db, seller.id, cart_ids) : [];
  const held = carts.length > 0 ? await liveTickets(db, seller.id, cart_ids) : [];
  await pause("carts_locked");

  const removed = new Set(changes.flatMap((change) => change.remove));
  const leaving = held.filter((ticket) => removed.has(ticket.id));
  const session_ids = distinct([
    ...lines.map((line) => line.event_session_id),
    ...leaving.map((ticket) => ticket.event_session_id),
  ]);
  const group_ids = distinct([
    ...types.map((type) => type.ticket_group_id),
    ...leaving.map((ticket) => ticket.ticket_group_id),
  ]);
  const sessions = session_ids.length > 0 ? await lockSessions(db, seller.id, session_ids, type_ids) : [];
  const groups = group_ids.length > 0 ? await lockGroups(db, seller.id, group_ids) : [];
  return new HoldSheet({ carts, held, types, sessions, groups });
};

const write = async (db: Database, seller: Seller, sheet: HoldSheet): Promise<void> => {
  const hold = seller.configuration.hold_minutes ?? cartLimits.hold_minutes;
  const minutes = {
    hold,
    atMost: hold * cartLimits.hold_times_at_most + (cartLimits.extension_seconds * cartLimits.extensions) / 60,
  };
  const { begun, changed, taken, given, sessionDraw, groupDraw } = sheet;

  // Only now, when something is kept for them, do they get a cookie.
  const carts = begun.map(({ id, change }) => ({ id, visitor: change.ask.enter(), ...change }));
  await keepVisitors(
    db,
    seller.id,
    carts.map((cart) => cart.visitor),
  );
  if (carts.length > 0) await insertCarts(db, seller.id, carts, minutes);
  if (changed.size > 0) await changeCarts(db, seller.id, [...changed.values()], minutes);
  await drawCapacity(db, seller.id, sessionDraw, groupDraw);
  if (given.length > 0) await unbookTickets(db, seller.id, given);
  if (taken.length > 0) await insertTickets(db, seller.id, taken);
};
