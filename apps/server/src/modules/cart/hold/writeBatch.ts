import { cartLimits } from "@foyer/contract/limits.ts";
import type { Configuration, Seller } from "@foyer/contract/shop/seller.ts";
import { awaitAll } from "../../../db/awaitAll.ts";
import type { Pipeline } from "../../../db/statement.ts";
import { clientNetworkOf } from "../../../http/limits/clientNetworkOf.ts";
import { writeCartCodes, writeCartDiscounts } from "../../codes/codeContext.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import { insertMemberUses } from "../members/memberUses.sql.ts";
import type { CartRow } from "../read/cartRow.ts";
import { cartRows } from "../read/readCart.sql.ts";
import { byId } from "../read/readCartTickets.ts";
import {
  addGroupUsage,
  addSessionUsage,
  insertCarts,
  insertTickets,
  unbookTickets,
  updateCartChanges,
  updateCarts,
  updateTicketPrices,
  type HoldMinutes,
} from "./hold.sql.ts";
import type { HoldBatchState } from "./holdBatchState.ts";

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

/** How long a hold lasts, and how long it can last with all its extensions. */
export const holdMinutesOf = ({ hold_minutes }: Configuration): HoldMinutes => {
  const hold = hold_minutes ?? cartLimits.hold_minutes;
  return {
    hold,
    atMost: hold * cartLimits.max_hold_factor + (cartLimits.extension_seconds * cartLimits.extensions) / 60,
  };
};
