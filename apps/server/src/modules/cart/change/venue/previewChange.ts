import { newId } from "../../../../db/newId.ts";
import { transact } from "../../../../db/transact.ts";
import { Refused } from "../../../../errors/refused.ts";
import type { RequestContext } from "../../../../http/requestContext.ts";
import type { CartChangeRequest } from "../../hold/cartChange.ts";
import { writeBatch } from "../../hold/holdBatch.ts";
import type { HoldBatchState } from "../../hold/holdBatchState.ts";
import { loadBatch } from "../../hold/loadBatch.ts";
import { holdMinutesOf } from "../../hold/holdMinutes.ts";
import { lockCarts } from "../../locks.sql.ts";
import type { CartChangeView } from "../cartChangeView.ts";
import { findOpenChange } from "../findOpenChange.ts";
import type { OpenedBy, OrderToChange } from "../openChange.ts";
import { insertChange, setChangeAside } from "../openChange.sql.ts";

/** Ends a transaction that only looked. */
class PreviewEnd extends Error {
  readonly view: CartChangeView;
  constructor(view: CartChangeView) {
    super("A preview changes nothing.");
    this.view = view;
  }
}

/**
 * What a change of an order would come to: opened and decided as it would be, in a transaction that is rolled back. What
 * the order's open change holds counts as taken.
 */
export const previewChange = async (
  ctx: RequestContext,
  order: OrderToChange,
  by: OpenedBy,
  requested: Omit<CartChangeRequest, "ctx" | "cart_id">,
  /** What is done with the change once it holds its tickets, in the same transaction. */
  work?: (ctx: RequestContext, cart_id: string) => Promise<unknown>,
): Promise<CartChangeView> => {
  try {
    return await transact(ctx, async (ctx) => {
      const { view, state, cart_id } = await decideChange(ctx, order, by, requested);
      if (work) {
        await writeBatch(ctx.db, ctx.seller, state);
        await work(ctx, cart_id);
      }
      throw new PreviewEnd(view);
    });
  } catch (error) {
    if (error instanceof PreviewEnd) return error.view;
    throw error;
  }
};

type DecidedPreview = { readonly view: CartChangeView; readonly state: HoldBatchState; readonly cart_id: string };

const decideChange = async (
  ctx: RequestContext,
  order: OrderToChange,
  by: OpenedBy,
  requested: Omit<CartChangeRequest, "ctx" | "cart_id">,
): Promise<DecidedPreview> => {
  const { db, seller } = ctx;
  // Behind this lock nobody opens another change. The cart of one is younger than the order's, so it is locked second.
  await lockCarts(db, seller.id, [order.cart_id]);
  const open = await findOpenChange(ctx, order.id);
  if (open) await lockCarts(db, seller.id, [open.id]);
  if (open?.paying) throw new Refused({ code: "payment_in_progress", context: "cart" });
  if (open) await setChangeAside(db, seller.id, open.id);
  const { identity_id } = ctx.ensureVisitor();
  const cart = { id: newId(), identity_id, order, ...by, client_network: null };
  await insertChange(db, seller.id, cart, holdMinutesOf(seller.configuration));
  const change: CartChangeRequest = { ...requested, ctx, cart_id: cart.id };
  const state = await loadBatch(db, seller, [change]);
  const decision = state.decide(change);
  if ("refused" in decision) throw decision.refused;
  const view = state.orderChangeOf(seller, cart.id);
  if (!view) throw new Error("The cart of a change names no order.");
  return { view, state, cart_id: cart.id };
};
