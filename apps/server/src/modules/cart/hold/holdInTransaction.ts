import type { RequestContext } from "../../../http/requestContext.ts";
import type { CartChangeRequest } from "./cartChange.ts";
import { writeBatch } from "./holdBatch.ts";
import { loadBatch } from "./loadBatch.ts";

/**
 * Holds tickets in the transaction of the caller, who rolls it back: shows what a purchase would cost. It does not
 * release overdue holds, and other changes of carts wait until it ends. Returns the new cart.
 */
export const holdInTransaction = async (
  ctx: RequestContext,
  requested: Omit<CartChangeRequest, "ctx">,
): Promise<string> => {
  const change: CartChangeRequest = { ...requested, ctx };
  const state = await loadBatch(ctx.db, ctx.seller, [change]);
  const decision = state.decide(change);
  if ("refused" in decision) throw decision.refused;
  if (decision.cart_id === undefined) throw new Error("A hold of tickets has a cart.");
  await writeBatch(ctx.db, ctx.seller, state);
  return decision.cart_id;
};
