import { onDedicatedConnection, type Database } from "../../../db/connections.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import type { BatchOutcome } from "../../../db/batchExecutor.ts";
import type { Pipeline } from "../../../db/statement.ts";
import { transact, transactPipelined, type CommitWith } from "../../../db/transact.ts";
import type { CartReply, TicketRequest } from "@foyer/contract/shop/cart.ts";
import type { RefusalContext } from "@foyer/contract/errors.ts";
import { normalizeCode } from "@foyer/rules/pricing/codes.ts";
import type { HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import { cartLimits } from "@foyer/contract/limits.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import {
  readCartCodes,
  readDiscounts,
  readCartDiscounts,
  lockCodesAndVouchers,
  readCheckoutRules,
  writeCartDiscounts,
  writeCartCodes,
  type NamedRule,
} from "../../codes/codeContext.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import {
  hasShortage,
  lockCarts,
  lockGroups,
  lockSessions,
  hasOverdueHolds,
  holdTypeRows,
  type Shortage,
} from "../locks.sql.ts";
import { holderRows } from "./holders.sql.ts";
import { HolderLimits, holderOf, holdLimitsOf } from "./holderLimits.ts";
import { HoldBatchState } from "./holdBatchState.ts";
import {
  updateCarts,
  addGroupUsage,
  addSessionUsage,
  insertCarts,
  insertTickets,
  updateTicketPrices,
  unbookTickets,
} from "./hold.sql.ts";
import { releaseBlockingCarts } from "../release/releaseHold.ts";
import type { CartAccess } from "../access/cartAccess.ts";
import { presentCartReply } from "../read/readCart.ts";

import { lockAllowances } from "../members/allowanceUsage.ts";
import type { CartRow } from "../read/cartRow.ts";
import { cartRows, sessionTimes, ticketRows, typeNames } from "../read/readCart.sql.ts";
import { readNamedMembers } from "../members/membershipContext.ts";
import { insertMemberUses } from "../members/memberUses.sql.ts";
import { lockSeats, takenSeatRows } from "../seats/seats.sql.ts";
import { byId } from "../read/readCartTickets.ts";

/** One visitor's wish to change what a cart holds. Without `cart_id` a cart is begun. */
export type CartChange = {
  readonly ctx: RequestContext;
  readonly access: CartAccess;
  readonly cart_id?: string;
  readonly add: readonly TicketRequest[];
  readonly remove: readonly string[];
  readonly channel_id: string;
  readonly campaign: Record<string, string>;
  /** Survey answers, vouchers and codes that come with it. */
  readonly extras: HoldExtras;
  /** Where a "no" is said; `reserve` unless told otherwise. */
  readonly context?: RefusalContext;
};

/**
 * The cart as it was locked and written, of which nothing could change before the commit. Put together by whoever waits
 * for it: meanwhile the database goes on with the next changes.
 */
export type CartReplyFactory = () => CartReply;

/** Something overdue stands in the way: to be let go first, from the beginning, so that locks are taken in order. */
class OverdueHoldsError extends Error {
  readonly shortage: Shortage;
  constructor(shortage: Shortage) {
    super("Overdue holds stand in the way.");
    this.shortage = shortage;
  }
}

const maxAttempts = 4;

/** Many changes in one transaction: each is judged alone, in the order of arrival, and happens wholly or not at all. */
export const holdBatch = async (
  db: Database,
  seller: Seller,
  changes: readonly CartChange[],
): Promise<BatchOutcome<CartReplyFactory>[]> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const outcomes = await transactPipelined(onDedicatedConnection(db, "holds"), (wire, commitBehind) =>
        tryHoldBatch(wire, seller, changes, attempt < maxAttempts, commitBehind),
      );
      crash("after_hold_commit");
      return outcomes;
    } catch (error) {
      if (!(error instanceof OverdueHoldsError)) throw error;
      await transact({ db }, (tx) => releaseBlockingCarts(tx.db, seller.id, error.shortage));
    }
  }
};

const tryHoldBatch = async (
  wire: Pipeline,
  seller: Seller,
  changes: readonly CartChange[],
  canRelease: boolean,
  commitBehind: CommitWith,
): Promise<BatchOutcome<CartReplyFactory>[]> => {
  const { state, rules } = await loadBatchState(wire, seller, changes);
  await pause("hold_locked");
  const decisions = changes.map((change) => state.decide(change));

  const { shortage } = state;
  if (canRelease && hasShortage(shortage) && (await hasOverdueHolds(wire, seller.id, shortage)))
    throw new OverdueHoldsError(shortage);

  await pause("hold_decided");
  const written = await commitBehind(writeBatch(wire, seller, state), () => crash("before_hold_commit"));

  return decisions.map((decision, index): BatchOutcome<CartReplyFactory> => {
    if ("refused" in decision) return decision;
    const { cart_id } = decision;
    const row = written.get(cart_id);
    if (!row) throw new Error("A cart that was just changed was not written.");
    const visitor = changes[index]?.ctx.visitor ?? null;
    const applied = { codes: state.codes.ofCart(cart_id), rules, discounts: state.discounts.ofCart(cart_id) };
    return { answer: () => presentCartReply(seller, row, state.ticketsOf(cart_id), visitor, applied) };
  });
};

const distinct = (ids: Iterable<string | null | undefined>): string[] => [
  ...new Set([...ids].filter((id) => id !== null && id !== undefined)),
];

/** Nothing is asked about nothing. */
const forIds = <Row>(ids: readonly string[], ask: (ids: readonly string[]) => Promise<Row[]>): Promise<Row[]> =>
  ids.length > 0 ? ask(ids) : Promise.resolve([]);

type LoadedBatch = { readonly state: HoldBatchState; readonly rules: readonly NamedRule[] };

/** Codes as they are compared, those of post codes among them. */
const foldedCodesIn = ({ codes, preloaded, zipPromoCodes: postCodeCodes }: HoldExtras): string[] =>
  [...codes, ...preloaded, ...(postCodeCodes?.values() ?? [])].map(normalizeCode);

const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * Locks all that the changes touch, carts before sessions before groups before seats, and writes down how it stands. One
 * way there and back, and one more where carts were there before.
 */
const loadBatchState = async (wire: Pipeline, seller: Seller, changes: readonly CartChange[]): Promise<LoadedBatch> => {
  const cart_ids = distinct(changes.map((change) => change.cart_id));
  const [carts, tickets, cartCodes, cartDiscounts] = await Promise.all([
    forIds(cart_ids, (ids) => lockCarts(wire, seller.id, ids)),
    forIds(cart_ids, (ids) => ticketRows(wire, seller.id, ids)),
    readCartCodes(wire, seller.id, cart_ids),
    readCartDiscounts(wire, seller.id, cart_ids),
  ]);
  await pause("carts_locked");

  const lines = changes.flatMap((change) => change.add);
  const held = tickets.filter((ticket) => ticket.state === "held" || ticket.state === "in_cart");
  const removed = new Set(changes.flatMap((change) => change.remove));
  const shrinkingCartIds = new Set(
    changes.filter((change) => change.remove.length > 0).map((change) => change.cart_id),
  );
  // What goes with an admission may leave with it.
  const leaving = held.filter(
    (ticket) => removed.has(ticket.id) || (ticket.needs_anchor && shrinkingCartIds.has(ticket.cart_id)),
  );
  const session_ids = distinct([...lines, ...leaving].map(({ event_session_id }) => event_session_id));
  const type_ids = distinct(lines.flatMap((line) => line.ticket_types_required.map((wanted) => wanted.ticket_type_id)));
  const answeredGroupIds = changes.flatMap(({ extras }) => Object.keys(extras.answers)).filter(isUuid);
  const group_ids = distinct([...leaving.map((ticket) => ticket.ticket_group_id), ...answeredGroupIds]);
  const folded = distinct(changes.flatMap(({ extras }) => foldedCodesIn(extras)));
  const vouchers = distinct(changes.flatMap(({ extras }) => extras.vouchers?.codes.map(normalizeCode) ?? []));
  const codeCarts = distinct(cartCodes.map((code) => code.cart_id));
  const namedTypeIds = distinct([...type_ids, ...held.map((ticket) => ticket.ticket_type_id)]);
  const seat_ids = distinct(
    lines.flatMap((line) => line.ticket_types_required.flatMap((wanted) => wanted.seat_template_ids ?? [])),
  );
  const staying = distinct(held.map((ticket) => ticket.event_session_id)).filter((id) => !session_ids.includes(id));
  const identities = distinct(changes.map(({ ctx }) => ctx.visitor?.identity_id));
  // Only who takes something is asked what they hold besides; behind the locks of the sessions, so that all is seen.
  const holders = changes.filter(({ add }) => add.length > 0).map(({ ctx }) => holderOf(ctx));
  const holderIds = {
    identities: distinct(holders.map(({ identity_id }) => identity_id)),
    places: distinct(holders.map(({ clientNetwork }) => clientNetwork)),
  };
  const [types, sessions, groups, seats, taken, names, times, holderRowsRead, members, rules, discounts, ...codeRows] =
    await Promise.all([
      forIds(type_ids, (ids) => holdTypeRows(wire, seller.id, ids)),
      forIds(session_ids, (ids) => lockSessions(wire, seller.id, ids, type_ids)),
      forIds([...type_ids, ...group_ids], () => lockGroups(wire, seller.id, group_ids, type_ids)),
      forIds(seat_ids, (ids) => lockSeats(wire, seller.id, ids)),
      forIds(seat_ids, (ids) => takenSeatRows(wire, seller.id, session_ids, ids)),
      forIds(namedTypeIds, (ids) => typeNames(wire, seller.id, ids)),
      forIds(staying, (ids) => sessionTimes(wire, seller.id, ids)),
      forIds([...holderIds.identities, ...holderIds.places], () => holderRows(wire, seller.id, holderIds)),
      readNamedMembers(wire, seller.id, lines),
      readCheckoutRules(wire, seller.id),
      readDiscounts(wire, seller.id),
      ...lockCodesAndVouchers(wire, seller.id, { codes: folded, vouchers, carts: codeCarts, identities }),
      ...lockAllowances(wire, seller.id, changes),
    ]);
  const [codes, limits, uses, takenVouchers, terms, memberUses] = codeRows;
  const state = new HoldBatchState({
    carts,
    held,
    types,
    sessions,
    groups,
    seats: { seats, taken },
    rules,
    codes: { codes, limits, uses, ofCarts: cartCodes, vouchers: takenVouchers },
    discounts: { all: discounts, ofCarts: cartDiscounts },
    allowances: { terms, uses: memberUses, beyond: seller.configuration.member_reserve_session_beyond_term },
    holders: new HolderLimits(holderRowsRead, holdLimitsOf(seller.configuration)),
    members,
    names: byId(names),
    times: byId([...sessions, ...times]),
  });
  return { state, rules };
};

/** Writes what was decided, in one go. Answers with the carts as they are now. */
const writeBatch = async (
  wire: Pipeline,
  seller: Seller,
  state: HoldBatchState,
): Promise<ReadonlyMap<string, CartRow>> => {
  const hold = seller.configuration.hold_minutes ?? cartLimits.hold_minutes;
  const minutes = {
    hold,
    atMost: hold * cartLimits.max_hold_factor + (cartLimits.extension_seconds * cartLimits.extensions) / 60,
  };
  const { newCarts, changedCarts, newTickets, repricedTickets, removedTicketIds, sessionUsage, groupUsage } = state;

  // Only now, when something is kept for them, do they get a cookie.
  const carts = newCarts.map(({ change, ...cart }) => ({
    ...change,
    ...cart,
    visitor: change.ctx.ensureVisitor(),
    place: clientNetworkOf(change.ctx),
  }));
  const visitors = carts.map((cart) => cart.visitor);
  const [, newRows, , , , , , , , , changedRows] = await Promise.all([
    saveNewVisitors(wire, seller.id, visitors),
    insertCarts(wire, seller.id, carts, minutes),
    updateCarts(wire, seller.id, [...changedCarts.values()], minutes),
    addSessionUsage(wire, seller.id, sessionUsage),
    addGroupUsage(wire, seller.id, groupUsage),
    unbookTickets(wire, seller.id, removedTicketIds),
    insertTickets(wire, seller.id, newTickets),
    updateTicketPrices(wire, seller.id, repricedTickets),
    writeCartCodes(wire, seller.id, state.codes.writes),
    writeCartDiscounts(wire, seller.id, state.discounts.writes),
    forIds([...changedCarts.keys()], (ids) => cartRows(wire, seller.id, ids)),
    insertMemberUses(wire, seller.id, newTickets),
  ]);
  return byId([...newRows, ...changedRows]);
};
