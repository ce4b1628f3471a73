import { inLane, type Database } from "../../db/connect.ts";
import { crash, pause } from "../../db/faults.ts";
import type { Outcome } from "../../db/groupCommit.ts";
import type { Wire } from "../../db/statement.ts";
import { transact, transactOnWire, type CommitBehind } from "../../db/transact.ts";
import type { CartReply, TicketsWanted } from "@foyer/contract/cart.ts";
import type { RefusalContext } from "@foyer/contract/refusal.ts";
import { foldCode } from "@foyer/rules/codes.ts";
import type { Besides } from "@foyer/rules/holding.ts";
import { cartLimits } from "@foyer/contract/limits.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import type { Ask } from "../../http/ask.ts";
import { placeOfAsk } from "../../http/place.ts";
import {
  codesOfCarts,
  discountsOf,
  discountsOfCarts,
  lockNamed,
  rulesOf,
  writeDiscounts,
  writeUses,
  type NamedRule,
} from "../codes/codeDesk.ts";
import { keepVisitors } from "../identity/keepVisitors.ts";
import { isShort, lockCarts, lockGroups, lockSessions, overdueHolds, typesOf, type Short } from "./cart.sql.ts";
import { heldByThem } from "./holders.sql.ts";
import { HolderSheet, holderOf, holdLimitsOf } from "./holderSheet.ts";
import { HoldSheet } from "./holdSheet.ts";
import {
  changeCarts,
  drawGroups,
  drawSessions,
  insertCarts,
  insertTickets,
  priceTickets,
  unbookTickets,
} from "./hold.sql.ts";
import { releaseFrom } from "./letGo.ts";
import type { Way } from "./openCart.ts";
import { cartReply } from "./readCart.ts";

import { lockAllowances } from "./allowanceSheet.ts";
import type { CartRow } from "./cartRow.ts";
import { cartRows, sessionTimes, ticketRows, typeNames } from "./readCart.sql.ts";
import { membersNamed } from "./memberDesk.ts";
import { insertMemberUses } from "./memberUses.sql.ts";
import { lockSeats, takenSeats } from "./seats.sql.ts";
import { byId } from "./ticketsOfCarts.ts";

/** One visitor's wish to change what a cart holds. Without `cart_id` a cart is begun. */
export type Change = {
  readonly ask: Ask;
  readonly way: Way;
  readonly cart_id?: string;
  readonly add: readonly TicketsWanted[];
  readonly remove: readonly string[];
  readonly channel_id: string;
  readonly campaign: Record<string, string>;
  /** Survey answers, vouchers and codes that come with it. */
  readonly besides: Besides;
  /** Where a "no" is said; `reserve` unless told otherwise. */
  readonly context?: RefusalContext;
};

/**
 * The cart as it was locked and written, of which nothing could change before the commit. Put together by whoever waits
 * for it: meanwhile the database goes on with the next changes.
 */
export type Reply = () => CartReply;

/** Something overdue stands in the way: to be let go first, from the beginning, so that locks are taken in order. */
class StandsInTheWay extends Error {
  readonly of: Short;
  constructor(of: Short) {
    super("Overdue holds stand in the way.");
    this.of = of;
  }
}

const attempts = 4;

/** Many changes in one transaction: each is judged alone, in the order of arrival, and happens wholly or not at all. */
export const holdTogether = async (
  db: Database,
  seller: Seller,
  changes: readonly Change[],
): Promise<Outcome<Reply>[]> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const outcomes = await transactOnWire(inLane(db, "holds"), (wire, commitBehind) =>
        holdOnce(wire, seller, changes, attempt < attempts, commitBehind),
      );
      crash("after_hold_commit");
      return outcomes;
    } catch (error) {
      if (!(error instanceof StandsInTheWay)) throw error;
      await transact({ db }, (tx) => releaseFrom(tx.db, seller.id, error.of));
    }
  }
};

const holdOnce = async (
  wire: Wire,
  seller: Seller,
  changes: readonly Change[],
  mayClear: boolean,
  commitBehind: CommitBehind,
): Promise<Outcome<Reply>[]> => {
  const { sheet, rules } = await takeSheet(wire, seller, changes);
  await pause("hold_locked");
  const decisions = changes.map((change) => sheet.decide(change));

  const { short } = sheet;
  if (mayClear && isShort(short) && (await overdueHolds(wire, seller.id, short))) throw new StandsInTheWay(short);

  await pause("hold_judged");
  const written = await commitBehind(write(wire, seller, sheet), () => crash("before_hold_commit"));

  return decisions.map((decision, place): Outcome<Reply> => {
    if ("refused" in decision) return decision;
    const { cart_id } = decision;
    const row = written.get(cart_id);
    if (!row) throw new Error("A cart that was just changed was not written.");
    const visitor = changes[place]?.ask.visitor ?? null;
    const ruled = { codes: sheet.codes.ofCart(cart_id), rules, discounts: sheet.discounts.ofCart(cart_id) };
    return { answer: () => cartReply(seller, row, sheet.heldBy(cart_id), visitor, ruled) };
  });
};

const distinct = (ids: Iterable<string | null | undefined>): string[] => [
  ...new Set([...ids].filter((id) => id !== null && id !== undefined)),
];

/** Nothing is asked about nothing. */
const about = <Row>(ids: readonly string[], ask: (ids: readonly string[]) => Promise<Row[]>): Promise<Row[]> =>
  ids.length > 0 ? ask(ids) : Promise.resolve([]);

type Taken = { readonly sheet: HoldSheet; readonly rules: readonly NamedRule[] };

/** Codes as they are compared, those of post codes among them. */
const namedIn = ({ codes, preloaded, standIns }: Besides): string[] =>
  [...codes, ...preloaded, ...(standIns?.values() ?? [])].map(foldCode);

const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * Locks all that the changes touch, carts before sessions before groups before seats, and writes down how it stands. One
 * way there and back, and one more where carts were there before.
 */
const takeSheet = async (wire: Wire, seller: Seller, changes: readonly Change[]): Promise<Taken> => {
  const cart_ids = distinct(changes.map((change) => change.cart_id));
  const [carts, tickets, codesHeld, taken] = await Promise.all([
    about(cart_ids, (ids) => lockCarts(wire, seller.id, ids)),
    about(cart_ids, (ids) => ticketRows(wire, seller.id, ids)),
    codesOfCarts(wire, seller.id, cart_ids),
    discountsOfCarts(wire, seller.id, cart_ids),
  ]);
  await pause("carts_locked");

  const lines = changes.flatMap((change) => change.add);
  const held = tickets.filter((ticket) => ticket.state === "held" || ticket.state === "in_cart");
  const removed = new Set(changes.flatMap((change) => change.remove));
  const shrinking = new Set(changes.filter((change) => change.remove.length > 0).map((change) => change.cart_id));
  // What goes with an admission may leave with it.
  const leaving = held.filter(
    (ticket) => removed.has(ticket.id) || (ticket.needs_anchor && shrinking.has(ticket.cart_id)),
  );
  const session_ids = distinct([...lines, ...leaving].map(({ event_session_id }) => event_session_id));
  const type_ids = distinct(lines.flatMap((line) => line.ticket_types_required.map((wanted) => wanted.ticket_type_id)));
  const answered = changes.flatMap(({ besides }) => Object.keys(besides.answers)).filter(isId);
  const group_ids = distinct([...leaving.map((ticket) => ticket.ticket_group_id), ...answered]);
  const folded = distinct(changes.flatMap(({ besides }) => namedIn(besides)));
  const vouchers = distinct(changes.flatMap(({ besides }) => besides.vouchers?.codes.map(foldCode) ?? []));
  const codeCarts = distinct(codesHeld.map((code) => code.cart_id));
  const named = distinct([...type_ids, ...held.map((ticket) => ticket.ticket_type_id)]);
  const seat_ids = distinct(
    lines.flatMap((line) => line.ticket_types_required.flatMap((wanted) => wanted.seat_template_ids ?? [])),
  );
  const staying = distinct(held.map((ticket) => ticket.event_session_id)).filter((id) => !session_ids.includes(id));
  const identities = distinct(changes.map(({ ask }) => ask.visitor?.identity_id));
  // Only who takes something is asked what they hold besides; behind the locks of the sessions, so that all is seen.
  const holders = changes.filter(({ add }) => add.length > 0).map(({ ask }) => holderOf(ask));
  const them = {
    identities: distinct(holders.map(({ identity_id }) => identity_id)),
    places: distinct(holders.map(({ place }) => place)),
  };
  const [types, sessions, groups, seats, takenOfSeats, names, times, holds, members, rules, discounts, ...ofCodes] =
    await Promise.all([
      about(type_ids, (ids) => typesOf(wire, seller.id, ids)),
      about(session_ids, (ids) => lockSessions(wire, seller.id, ids, type_ids)),
      about([...type_ids, ...group_ids], () => lockGroups(wire, seller.id, group_ids, type_ids)),
      about(seat_ids, (ids) => lockSeats(wire, seller.id, ids)),
      about(seat_ids, (ids) => takenSeats(wire, seller.id, session_ids, ids)),
      about(named, (ids) => typeNames(wire, seller.id, ids)),
      about(staying, (ids) => sessionTimes(wire, seller.id, ids)),
      about([...them.identities, ...them.places], () => heldByThem(wire, seller.id, them)),
      membersNamed(wire, seller.id, lines),
      rulesOf(wire, seller.id),
      discountsOf(wire, seller.id),
      ...lockNamed(wire, seller.id, { codes: folded, vouchers, carts: codeCarts, identities }),
      ...lockAllowances(wire, seller.id, changes),
    ]);
  const [codes, limits, uses, takenVouchers, terms, memberUses] = ofCodes;
  const sheet = new HoldSheet({
    carts,
    held,
    types,
    sessions,
    groups,
    seats: { seats, taken: takenOfSeats },
    rules,
    codes: { codes, limits, uses, ofCarts: codesHeld, vouchers: takenVouchers },
    discounts: { all: discounts, ofCarts: taken },
    allowances: { terms, uses: memberUses, beyond: seller.configuration.member_reserve_session_beyond_term },
    holders: new HolderSheet(holds, holdLimitsOf(seller.configuration)),
    members,
    names: byId(names),
    times: byId([...sessions, ...times]),
  });
  return { sheet, rules };
};

/** Writes what was decided, in one go. Answers with the carts as they are now. */
const write = async (wire: Wire, seller: Seller, sheet: HoldSheet): Promise<ReadonlyMap<string, CartRow>> => {
  const hold = seller.configuration.hold_minutes ?? cartLimits.hold_minutes;
  const minutes = {
    hold,
    atMost: hold * cartLimits.hold_times_at_most + (cartLimits.extension_seconds * cartLimits.extensions) / 60,
  };
  const { begun, changed, taken, priced, given, sessionDraw, groupDraw } = sheet;

  // Only now, when something is kept for them, do they get a cookie.
  const carts = begun.map(({ change, ...cart }) => ({
    ...change,
    ...cart,
    visitor: change.ask.enter(),
    place: placeOfAsk(change.ask),
  }));
  const visitors = carts.map((cart) => cart.visitor);
  const [, begunRows, , , , , , , , , changedRows] = await Promise.all([
    keepVisitors(wire, seller.id, visitors),
    insertCarts(wire, seller.id, carts, minutes),
    changeCarts(wire, seller.id, [...changed.values()], minutes),
    drawSessions(wire, seller.id, sessionDraw),
    drawGroups(wire, seller.id, groupDraw),
    unbookTickets(wire, seller.id, given),
    insertTickets(wire, seller.id, taken),
    priceTickets(wire, seller.id, priced),
    writeUses(wire, seller.id, sheet.codes.moves),
    writeDiscounts(wire, seller.id, sheet.discounts.moves),
    about([...changed.keys()], (ids) => cartRows(wire, seller.id, ids)),
    insertMemberUses(wire, seller.id, taken),
  ]);
  return byId([...begunRows, ...changedRows]);
};
