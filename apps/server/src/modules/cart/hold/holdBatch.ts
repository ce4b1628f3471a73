/**
 * Holding tickets: changes of carts of one seller that arrive at the same time share one transaction.
 *
 *   1. load    (loadBatch.ts)       lock and read everything that the changes touch
 *   2. decide  (holdBatchState.ts)  each change in the order of arrival: accepted as a whole or refused
 *   3. release (holdBatch.ts)       if something was short and overdue holds have it: roll back, release them, start over
 *   4. write   (holdBatch.ts)       the accepted changes, with the commit sent behind them without waiting
 *   5. reply   (holdBatch.ts)       from the rows in memory, after the commit
 *
 * Locks are always taken in this order, within each set by id, so that no two transactions can deadlock:
 *
 *   carts, sessions, ticket groups, seats, codes, code groups, vouchers, memberships
 *
 * Carts need a round trip of their own, because what they hold names the sessions and groups to be locked. All other
 * locks are taken in the next round trip. Overdue carts are released in a transaction of its own for the same reason:
 * carts come first.
 */
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { BatchOutcome } from "../../../db/batchExecutor.ts";
import { awaitAll } from "../../../db/awaitAll.ts";
import { onDedicatedConnection, type Database } from "../../../db/connections.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import type { Pipeline } from "../../../db/statement.ts";
import { transact, transactPipelined, type CommitWith } from "../../../db/transact.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import { writeCartCodes, writeCartDiscounts } from "../../codes/codeContext.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import { hasOverdueHolds, hasShortage, type Shortage } from "../locks.sql.ts";
import { insertMemberUses } from "../members/memberUses.sql.ts";
import type { CartRow } from "../read/cartRow.ts";
import { cartRows } from "../read/readCart.sql.ts";
import { byId } from "../read/readCartTickets.ts";
import { presentCartReply } from "../read/readCart.ts";
import { releaseBlockingCarts } from "../release/releaseHold.ts";
import { noCart, type CartChangeRequest, type CartChangeDecision, type CartReplyFactory } from "./cartChange.ts";
import {
  addGroupUsage,
  addSessionUsage,
  insertCarts,
  insertTickets,
  unbookTickets,
  updateCartChanges,
  updateCarts,
  updateTicketPrices,
} from "./hold.sql.ts";
import type { HoldBatchState } from "./holdBatchState.ts";
import { holdMinutesOf } from "./holdMinutes.ts";
import { loadBatch } from "./loadBatch.ts";

/** Overdue holds have what a change needs: they must be released before the batch starts over. */
class OverdueHoldsError extends Error {
  readonly shortage: Shortage;
  constructor(shortage: Shortage) {
    super("Overdue holds must be released first.");
    this.shortage = shortage;
  }
}

const maxAttempts = 4;

/** Decides and writes many changes in one transaction. The outcomes come in the order of the changes. */
export const holdBatch = async (
  db: Database,
  seller: Seller,
  changes: readonly CartChangeRequest[],
): Promise<BatchOutcome<CartReplyFactory>[]> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const outcomes = await transactPipelined(onDedicatedConnection(db, "holds"), (pipeline, commitWith) =>
        tryHoldBatch({ pipeline, commitWith, seller, canRelease: attempt < maxAttempts }, changes),
      );
      crash("after_hold_commit");
      return outcomes;
    } catch (error) {
      if (!(error instanceof OverdueHoldsError)) throw error;
      await transact({ db }, (tx) => releaseBlockingCarts(tx.db, seller.id, error.shortage));
    }
  }
};

type HoldAttempt = {
  readonly pipeline: Pipeline;
  readonly commitWith: CommitWith;
  readonly seller: Seller;
  /** The last attempt refuses instead of releasing overdue holds once more. */
  readonly canRelease: boolean;
};

const tryHoldBatch = async (
  { pipeline, commitWith, seller, canRelease }: HoldAttempt,
  changes: readonly CartChangeRequest[],
): Promise<BatchOutcome<CartReplyFactory>[]> => {
  const state = await loadBatch(pipeline, seller, changes);
  await pause("hold_locked");

  const decisions = changes.map((change) => state.decide(change));
  const { shortage } = state;
  if (canRelease && hasShortage(shortage) && (await hasOverdueHolds(pipeline, seller.id, shortage)))
    throw new OverdueHoldsError(shortage);
  await pause("hold_decided");

  const written = await commitWith(writeBatch(pipeline, seller, state), () => crash("before_hold_commit"));
  return decisions.map((decision, index) => outcomeOf(decision, { seller, state, written, change: changes[index] }));
};

/** Writes what was decided, in one round trip, and returns the carts as they are now. */
export const writeBatch = async (
  pipeline: Pipeline,
  { id: seller_id, configuration }: Seller,
  { carts, tickets, capacity, codes, discounts, orderChanges }: HoldBatchState,
): Promise<ReadonlyMap<string, CartRow>> => {
  const minutes = holdMinutesOf(configuration);
  // A new visitor gets a cookie only now that something is kept for them.
  const newCarts = carts.inserted.map(({ change, ...cart }) => ({
    ...change,
    ...cart,
    visitor: change.ctx.ensureVisitor(),
    client_network: clientNetworkOf(change.ctx),
  }));
  const visitors = newCarts.map((cart) => cart.visitor);
  const updatedIds = [...carts.updated.keys()];
  const { inserted } = tickets;

  const written = await awaitAll({
    visitors: saveNewVisitors(pipeline, seller_id, visitors),
    newCarts: insertCarts(pipeline, seller_id, newCarts, minutes),
    cartUpdates: updateCarts(pipeline, seller_id, [...carts.updated.values()], minutes),
    cartChanges: updateCartChanges(pipeline, seller_id, orderChanges.writes),
    sessions: addSessionUsage(pipeline, seller_id, capacity.changes.sessions),
    groups: addGroupUsage(pipeline, seller_id, capacity.changes.groups),
    released: unbookTickets(pipeline, seller_id, tickets.releasedIds),
    tickets: insertTickets(pipeline, seller_id, inserted),
    prices: updateTicketPrices(pipeline, seller_id, tickets.repriced),
    codes: writeCartCodes(pipeline, seller_id, codes.writes),
    discounts: writeCartDiscounts(pipeline, seller_id, discounts.writes),
    updatedCarts: updatedIds.length > 0 ? cartRows(pipeline, seller_id, updatedIds) : Promise.resolve([]),
    memberUses: insertMemberUses(pipeline, seller_id, inserted),
  });
  return byId([...written.newCarts, ...written.updatedCarts]);
};

type WrittenBatch = {
  readonly seller: Seller;
  readonly state: HoldBatchState;
  readonly written: ReadonlyMap<string, CartRow>;
  readonly change: CartChangeRequest | undefined;
};

const outcomeOf = (
  decision: CartChangeDecision,
  { seller, state, written, change }: WrittenBatch,
): BatchOutcome<CartReplyFactory> => {
  if ("refused" in decision) return decision;
  const { cart_id } = decision;
  if (cart_id === undefined) return { answer: () => noCart };
  const row = written.get(cart_id);
  if (!row) throw new Error("A changed cart was not written.");
  const visitor = change?.ctx.visitor ?? null;
  const { codes, rules, discounts } = state;
  const applied = { codes: codes.ofCart(cart_id), rules, discounts: discounts.ofCart(cart_id) };
  return {
    answer: () => {
      const change = state.orderChangeOf(seller, cart_id);
      return presentCartReply(seller, row, state.ticketsOf(cart_id), visitor, { ...applied, change });
    },
  };
};
