import type { CartReply, createCart, modifyCart, removeTickets } from "@foyer/contract/shop/cart.ts";
import { noExtras, type HoldExtras } from "@foyer/rules/hold/decideHold.ts";
import { promoCodesByZip } from "@foyer/rules/pricing/zipCodes.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { Database } from "../../../db/connections.ts";
import { BatchExecutor } from "../../../db/batchExecutor.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { isOutage } from "../../../http/errorHandler.ts";
import { Refused } from "../../../errors/refused.ts";
import { limitGuesses } from "../../codes/limitGuesses.ts";
import { holdBatch, type CartChange, type CartReplyFactory } from "./holdBatch.ts";
import type { CartAccess } from "../access/cartAccess.ts";

/** Changes of one seller's carts go together; a `Database` is bound to one seller. */
const executors = new WeakMap<Database, BatchExecutor<CartChange, CartReplyFactory>>();

const executorOf = ({ db, seller }: RequestContext): BatchExecutor<CartChange, CartReplyFactory> => {
  const known = executors.get(db);
  if (known) return known;
  const executor = new BatchExecutor<CartChange, CartReplyFactory>(
    (changes) => holdBatch(db, changes[0]?.ctx.seller ?? seller, changes),
    {
      overloaded: () => new Refused({ code: "unavailable" }),
      isOutage,
    },
  );
  executors.set(db, executor);
  return executor;
};

type Sent = Pick<Received<typeof modifyCart>, "preReservePromoCodes" | "preloadedPromoCodes" | "additionalInfo">;

/** City-pass vouchers come with their handler; all other codes are promo codes. */
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

/** Begins a cart, usually with its first tickets: all of them are held, or there is no cart. */
export const createCartWithTickets = async (
  ctx: RequestContext,
  sent: Received<typeof createCart>,
): Promise<CartReply> => {
  if (sent.remove && sent.remove.length > 0)
    throw new Refused({ code: "ticket_not_found", context: "cart_remove_tickets" });
  const { add = [], campaign = {}, channel_id = "web" } = sent;
  return changeCart(ctx, { access: "owner", add, remove: [], channel_id, campaign, extras: extrasOf(ctx, sent) });
};

/** Adds and takes out tickets in one step. */
export const reserveTickets = async (
  ctx: RequestContext,
  sent: Received<typeof modifyCart>,
  access: CartAccess = "owner",
): Promise<CartReply> => {
  const { cart_id, add = [], remove = [] } = sent;
  return changeCart(ctx, { ...defaultChannel, access, cart_id, add, remove, extras: extrasOf(ctx, sent) });
};

/** Takes tickets out. Always allowed, whatever the limits of an order say about what is left. */
export const removeFromCart = (
  ctx: RequestContext,
  { cart_id, tickets }: Received<typeof removeTickets>,
): Promise<CartReply> =>
  changeCart(ctx, { ...defaultChannel, access: "link", cart_id, add: [], remove: tickets, extras: noExtras });

/** How a cart came about is said when it begins. */
export const defaultChannel = { channel_id: "web", campaign: {} };

/** One change of a visitor's cart, with all others that come at this moment. */
export const changeCart = (ctx: RequestContext, requested: Omit<CartChange, "ctx">): Promise<CartReply> =>
  limitGuesses(ctx, requested.extras, requested.context ?? "reserve", async (extras) => {
    const reply = await executorOf(ctx).add({ ctx, ...requested, extras });
    return reply();
  });
