/**
 * Holding tickets: changes of carts of one seller that arrive at the same time share one transaction.
 *
 *   1. load    (loadBatch.ts)       lock and read everything that the changes touch
 *   2. decide  (holdBatchState.ts)  each change in the order of arrival: accepted as a whole or refused
 *   3. release (../release/overdueHolds.ts)  if something ran short and overdue holds have it: roll back, release them, start over
 *   4. write   (holdBatch.ts)       the accepted changes, and the commit right after them without waiting for results
 *   5. reply   (holdBatch.ts)       from the rows in memory, after the commit
 *
 * Locks are always taken in this order, within each set by id, so that no two transactions can deadlock:
 *
 *   carts, sessions, ticket groups, seats, codes, code groups, vouchers, memberships
 *
 * Carts need a round trip of their own, because what they hold names the sessions and groups to be locked. All other
 * locks are taken in the next round trip. For the same reason overdue carts are released in a separate transaction:
 * carts come first.
 */
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { BatchOutcome } from "../../../db/statements/batchExecutor.ts";
import { awaitAll } from "../../../db/awaitAll.ts";
import { onDedicatedConnection, type Database } from "../../../db/connections.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { transactPipelined, type CommitWith } from "../../../db/transact.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import { writeCartCodes, writeCartDiscounts } from "../../codes/codeContext.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import { insertMemberUses } from "../members/memberUses.sql.ts";
import type { CartRow } from "../read/cartRow.ts";
import { cartRows } from "../read/readCart.sql.ts";
import { byId } from "../read/readCartTickets.ts";
import { presentCartReply } from "../read/readCart.ts";
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
import { releasingOverdueHolds, requireNoOverdueHolds } from "../release/overdueHolds.ts";

/** Decides and writes many changes in one transaction. The outcomes are in the order of the changes. */
export const holdBatch = async (
  db: Database,
  seller: Seller,
  changes: readonly CartChangeRequest[],
): Promise<BatchOutcome<CartReplyFactory>[]> => {
  const outcomes = await releasingOverdueHolds({ db, seller }, ({ canRelease }) =>
    transactPipelined(onDedicatedConnection(db, "holds"), (pipeline, commitWith) =>
      tryHoldBatch({ pipeline, commitWith, seller, canRelease }, changes),
    ),
  );
  crash("after_hold_commit");
  return outcomes;
};

type HoldAttempt = {
  readonly pipeline: Pipeline;
  readonly commitWith: CommitWith;
  readonly seller: Seller;
  readonly canRelease: boolean;
};

const tryHoldBatch = async (
  { pipeline, commitWith, seller, canRelease }: HoldAttempt,
  changes: readonly CartChangeRequest[],
): Promise<BatchOutcome<CartReplyFactory>[]> => {
  const state = await loadBatch(pipeline, seller, changes);
  await pause("hold_locked");

  const decisions = changes.map((change) => state.decide(change));
  await requireNoOverdueHolds(pipeline, seller.id, state.shortage, { canRelease });
  await pause("hold_decided");

  const written = await commitWith(writeBatch(pipeline, seller, state), () => crash("before_hold_commit"));
  return decisions.map((decision, index) => outcomeOf(decision, { seller, state, written, change: changes[index] }));
};

/** Writes the decisions in one round trip, and returns the carts as they are now. */
export const writeBatch = async (
  pipeline: Pipeline,
  { id: seller_id, configuration }: Seller,
  { carts, tickets, capacity, codes, discounts, orderChanges }: HoldBatchState,
): Promise<ReadonlyMap<string, CartRow>> => {
  const minutes = holdMinutesOf(configuration);
  // A new visitor gets a cookie only now that something is stored for them.
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

const outcomeOf = (decision: CartChangeDecision, batch: WrittenBatch): BatchOutcome<CartReplyFactory> => {
  if ("refused" in decision) return decision;
  const { cart_id } = decision;
  return { answer: cart_id === undefined ? () => noCart : replyToHold(cart_id, batch) };
};

/** The reply to an accepted change, with the cart as it was written. */
export const replyToHold = (cart_id: string, { seller, state, written, change }: WrittenBatch): CartReplyFactory => {
  const row = written.get(cart_id);
  if (!row) throw new Error("A changed cart was not written.");
  const visitor = change?.ctx.visitor ?? null;
  const { codes, rules, discounts } = state;
  const applied = { codes: codes.ofCart(cart_id), rules, discounts: discounts.ofCart(cart_id) };
  return () => {
    const change = state.orderChangeOf(seller, cart_id);
    return presentCartReply(seller, row, state.ticketsOf(cart_id), visitor, { ...applied, change });
  };
};
