import type { CartReply, createCart, modifyCart, modifyLinkedCart, removeTickets } from "@foyer/contract/shop/cart.ts";
import { noExtras, type HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import { promoCodesByZip } from "@foyer/rules/pricing/zipCodes.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { Database } from "../../../db/connections.ts";
import { BatchExecutor } from "../../../db/statements/batchExecutor.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { isOutage } from "../../../errors/isOutage.ts";
import { Refused } from "../../../errors/refused.ts";
import { holds } from "../../../signals/signals.ts";
import { limitGuesses } from "../../codes/limitGuesses.ts";
import { countAdded, noCart, type CartChangeRequest, type CartReplyFactory } from "./cartChange.ts";
import { holdBatch } from "./holdBatch.ts";
import type { CartAccess } from "../access/cartAccess.ts";
import { firstCartOf } from "../read/firstCart.sql.ts";
import { readCart } from "../read/readCart.ts";
import { requireOnSale } from "./requireOnSale.ts";
import { submitOrOpenChange } from "../change/openChange.ts";
import { toTicketRequests } from "../change/request/toTicketRequests.ts";

/** One executor per seller: a `Database` is bound to one seller. */
const executors = new WeakMap<Database, BatchExecutor<CartChangeRequest, CartReplyFactory>>();

const executorOf = ({ db, seller }: RequestContext): BatchExecutor<CartChangeRequest, CartReplyFactory> => {
  const known = executors.get(db);
  if (known) return known;
  const executor = new BatchExecutor<CartChangeRequest, CartReplyFactory>(
    (changes) => holdBatch(db, changes[0]?.ctx.seller ?? seller, changes),
    {
      name: "hold",
      overloadError: () => new Refused({ code: "unavailable" }),
      isOutage,
    },
  );
  executors.set(db, executor);
  return executor;
};

type Sent = Pick<Received<typeof modifyCart>, "preReservePromoCodes" | "preloadedPromoCodes" | "additionalInfo">;

/** City-pass vouchers are marked by their handler; all other codes are promo codes. */
const extrasOf = (
  { seller }: RequestContext,
  { preReservePromoCodes, preloadedPromoCodes, additionalInfo = {} }: Sent,
): HoldExtras => {
  const { codes = [], handler, handler_data } = preReservePromoCodes ?? {};
  const isCityPass = handler === "citypass";
  return {
    codes: isCityPass ? [] : codes,
    preloaded: preloadedPromoCodes?.codes ?? [],
    vouchers: isCityPass ? { codes, ticket_type_ids: handler_data?.ticket_type_ids ?? [] } : undefined,
    answers: additionalInfo,
    zipPromoCodes: promoCodesByZip(codes, seller.configuration.zip_codes),
  };
};

/** Whether a request has neither tickets, codes nor answers. Its campaign alone is not worth storing. */
const asksForNothing = ({
  add = [],
  preReservePromoCodes,
  preloadedPromoCodes,
  additionalInfo = {},
}: Sent & Pick<Received<typeof createCart>, "add">) =>
  add.length + (preReservePromoCodes?.codes.length ?? 0) + (preloadedPromoCodes?.codes.length ?? 0) === 0 &&
  Object.keys(additionalInfo).length === 0;

/**
 * Begins a cart with tickets, or with a code for them. No cart is created if a ticket cannot be held or the request asks
 * for nothing.
 */
export const createCartWithTickets = async (
  ctx: RequestContext,
  sent: Received<typeof createCart>,
): Promise<CartReply> => {
  if (sent.remove && sent.remove.length > 0)
    throw new Refused({ code: "ticket_not_found", context: "cart_remove_tickets" });
  const { add = [], campaign = {}, channel_id = "web" } = sent;
  if (asksForNothing(sent)) return noCart;
  requireOnSale(ctx);
  const made = ctx.visitor?.isResumed ? await firstCartOf(ctx.db, ctx.seller.id, ctx.visitor.identity_id) : undefined;
  if (made !== undefined) return readCart(ctx, made);
  return submitCartChange(ctx, { access: "owner", add, remove: [], channel_id, campaign, extras: extrasOf(ctx, sent) });
};

/** Adds and removes tickets of a cart or an order in one step. */
export const reserveTickets = async (
  ctx: RequestContext,
  sent: Received<typeof modifyCart> & Pick<Received<typeof modifyLinkedCart>, "token">,
  access: CartAccess = "owner",
): Promise<CartReply> => {
  const { cart_id, ticket_order_id, remove = [], refund_to, token } = sent;
  const add = await toTicketRequests(ctx, sent.add ?? []);
  const requested = { ...defaultChannel, access, cart_id, add, remove, refund_to, extras: extrasOf(ctx, sent) };
  // A page that still shows the visitor's cart after its purchase must not change the order.
  if (access === "owner" && ticket_order_id === undefined) return submitCartChange(ctx, requested);
  return submitOrOpenChange(ctx, requested, { token, ticket_order_id }, (asked) => submitCartChange(ctx, asked));
};

/** Removes tickets from a cart, or from an order if its token is sent. The remaining contents must still be sellable. */
export const removeFromCart = (
  ctx: RequestContext,
  { cart_id, tickets, token }: Received<typeof removeTickets>,
): Promise<CartReply> => {
  const requested = { ...defaultChannel, access: "link" as const, cart_id, add: [], remove: tickets, extras: noExtras };
  if (token === undefined) return submitCartChange(ctx, requested);
  return submitOrOpenChange(ctx, requested, { token }, (asked) => submitCartChange(ctx, asked));
};

/** Only a new cart records its channel and campaign. */
export const defaultChannel = { channel_id: "web", campaign: {} };

/** Changes a cart. Simultaneous changes of one seller are batched. */
export const submitCartChange = (ctx: RequestContext, requested: Omit<CartChangeRequest, "ctx">): Promise<CartReply> =>
  limitGuesses(ctx, requested.extras, requested.context ?? "reserve", async (extras) => {
    const reply = await executorOf(ctx).add({ ctx, ...requested, extras });
    if (holds.hasListeners()) holds.emit({ tickets: countAdded(requested) });
    return reply();
  });
