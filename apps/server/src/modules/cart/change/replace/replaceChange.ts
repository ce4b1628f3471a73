import type { ChangeActor } from "@foyer/rules/aftersale/judgeTicket.ts";
import type { CartReply } from "@foyer/contract/shop/cart.ts";
import { noExtras } from "@foyer/rules/hold/decideHold.ts";
import { newSecretId } from "../../../../db/newId.ts";
import { pause } from "../../../../db/faultPoints.ts";
import { transactWithKeptPlans } from "../../../../db/transact.ts";
import { clientNetworkOf } from "../../../../http/limits/clientNetworkOf.ts";
import type { RequestContext } from "../../../../http/requestContext.ts";
import { holds } from "../../../../signals/signals.ts";
import { limitGuesses } from "../../../codes/limitGuesses.ts";
import { saveNewVisitors } from "../../../identity/sessions/saveNewVisitors.ts";
import { countAdded, type CartChangeRequest, type CartReplyFactory } from "../../hold/cartChange.ts";
import { replyToHold, writeBatch } from "../../hold/holdBatch.ts";
import { holdMinutesOf } from "../../hold/holdMinutes.ts";
import { loadBatch } from "../../hold/loadBatch.ts";
import { releasingOverdueHolds, requireNoOverdueHolds, type ReleaseOptions } from "../../release/overdueHolds.ts";
import { releaseHold } from "../../release/releaseHold.ts";
import type { CartChangeView } from "../cartChangeView.ts";
import { insertChange, type OrderOfBookedCart } from "../openChange.sql.ts";
import { lockForReplacing } from "./lockForReplacing.sql.ts";
import { lockOpenChange } from "./lockOpenChange.ts";

export type OrderToChange = Pick<OrderOfBookedCart, "id" | "cart_id" | "identity_id">;

/** Who opens a change: the visitor of the request as the buyer, or on behalf of the venue. */
export type OpenedBy = { readonly actor: ChangeActor; readonly waivesFee?: boolean; readonly includesUsed?: boolean };

/** A change of an order, and the request for its cart. */
export type OrderChangeRequest = {
  readonly order: OrderToChange;
  readonly by: OpenedBy;
  readonly requested: Omit<CartChangeRequest, "ctx" | "cart_id">;
};

/** Inserts the cart of a change, which holds nothing yet. The caller has locked the order's cart. */
export const insertEmptyChange = async (
  ctx: RequestContext,
  { order, by }: Pick<OrderChangeRequest, "order" | "by">,
): Promise<string> => {
  const { db, seller } = ctx;
  const visitor = ctx.ensureVisitor();
  await saveNewVisitors(db, seller.id, [visitor]);
  const { identity_id } = visitor;
  const change = { id: newSecretId(), identity_id, order, ...by, client_network: clientNetworkOf(ctx) };
  await insertChange(db, seller.id, change, holdMinutesOf(seller.configuration));
  return change.id;
};

export const logOpened = (ctx: RequestContext, { order }: Pick<OrderChangeRequest, "order">, cart_id: string): void =>
  ctx.log.info({ event: "change_opened", order_id: order.id, cart_id }, "a change of an order was opened");

export type HeldChange = {
  readonly cart_id: string;
  readonly reply: CartReplyFactory;
  readonly view: CartChangeView;
};

/**
 * Opens a change of an order and holds its tickets in the caller's transaction, replacing the order's open change: what
 * that one holds is free for the new one. A refusal is thrown and rolls the transaction back, so the open change keeps
 * its tickets and its expiry.
 */
export const replaceChange = async (
  ctx: RequestContext,
  asked: OrderChangeRequest,
  options: ReleaseOptions,
): Promise<HeldChange> => {
  const { db, seller } = ctx;
  const open = await lockOpenChange(ctx, asked.order);
  if (open !== undefined) {
    await lockWithOpenChange(ctx, asked, open);
    await releaseHold(db, seller.id, [open]);
    await pause("open_change_released");
  }
  const cart_id = await insertEmptyChange(ctx, asked);
  const change: CartChangeRequest = { ...asked.requested, ctx, cart_id };
  const state = await loadBatch(db, seller, [change]);
  const decision = state.decide(change);
  await requireNoOverdueHolds(db, seller.id, state.shortage, options);
  if ("refused" in decision) throw decision.refused;
  const view = state.orderChangeOf(seller, cart_id);
  if (!view) throw new Error("The cart of a change names no order.");
  const written = await writeBatch(db, seller, state);
  return { cart_id, view, reply: replyToHold(cart_id, { seller, state, written, change }) };
};

/** Takes all locks of the release and of the hold in the common lock order, before anything is released. */
const lockWithOpenChange = async (
  ctx: RequestContext,
  { order, requested }: OrderChangeRequest,
  open: string,
): Promise<void> => {
  const { add } = requested;
  await lockForReplacing(ctx.db, ctx.seller.id, {
    cart_id: open,
    order_id: order.id,
    session_ids: add.flatMap(({ event_session_id }) => event_session_id ?? []),
    type_ids: add.flatMap((line) => line.ticket_types_required.map(({ ticket_type_id }) => ticket_type_id)),
  });
  const untouched = (cart_id: string): CartChangeRequest => ({
    ...requested,
    ctx,
    cart_id,
    add: [],
    remove: [],
    extras: noExtras,
  });
  // Locks seats, codes, vouchers and memberships, with the codes of both carts.
  await loadBatch(ctx.db, ctx.seller, [{ ...requested, ctx }, untouched(order.cart_id), untouched(open)]);
};

/** The same for a buyer, in a transaction of its own. Releases overdue holds that have what is requested. */
export const replaceChangeOfBuyer = (ctx: RequestContext, asked: OrderChangeRequest): Promise<CartReply> => {
  const { requested } = asked;
  return limitGuesses(ctx, requested.extras, requested.context ?? "reserve", async (extras) => {
    const held = await releasingOverdueHolds(ctx, (options) =>
      transactWithKeptPlans(ctx, (tx) => replaceChange(tx, { ...asked, requested: { ...requested, extras } }, options)),
    );
    logOpened(ctx, asked, held.cart_id);
    if (holds.hasListeners()) holds.emit({ tickets: countAdded(requested) });
    return held.reply();
  });
};
