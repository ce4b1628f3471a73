import type { CartReply, createCart, modifyCart, removeTickets } from "@foyer/contract/cart.ts";
import { nothingBesides, type Besides } from "@foyer/rules/holding.ts";
import { standInsOf } from "@foyer/rules/zipCodes.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { Database } from "../../db/connect.ts";
import { GroupCommit } from "../../db/groupCommit.ts";
import type { Ask } from "../../http/ask.ts";
import { isOutage } from "../../http/errors.ts";
import { Refused } from "../../http/refused.ts";
import { withGuesses } from "../codes/codeGuesses.ts";
import { holdTogether, type Change, type Reply } from "./holdTogether.ts";
import type { Way } from "./openCart.ts";

/** Changes of one seller's carts go together; a `Database` is bound to one seller. */
const bySeller = new WeakMap<Database, GroupCommit<Change, Reply>>();

const togetherWith = ({ db, seller }: Ask): GroupCommit<Change, Reply> => {
  const known = bySeller.get(db);
  if (known) return known;
  const group = new GroupCommit<Change, Reply>(
    (changes) => holdTogether(db, changes[0]?.ask.seller ?? seller, changes),
    {
      overloaded: () => new Refused({ code: "unavailable" }),
      isOutage,
    },
  );
  bySeller.set(db, group);
  return group;
};

type Sent = Pick<Received<typeof modifyCart>, "preReservePromoCodes" | "preloadedPromoCodes" | "additionalInfo">;

/** City-pass vouchers come with their handler; all other codes are promo codes. */
const besidesOf = (
  { seller }: Ask,
  { preReservePromoCodes, preloadedPromoCodes, additionalInfo = {} }: Sent,
): Besides => {
  const { codes = [], handler, handler_data } = preReservePromoCodes ?? {};
  const withPass = handler === "citypass";
  return {
    codes: withPass ? [] : codes,
    preloaded: preloadedPromoCodes?.codes ?? [],
    vouchers: withPass ? { codes, ticket_type_ids: handler_data?.ticket_type_ids ?? [] } : undefined,
    answers: additionalInfo,
    standIns: standInsOf(codes, seller.configuration.zip_codes),
  };
};

/** Begins a cart, usually with its first tickets: all of them are held, or there is no cart. */
export const beginCart = async (ask: Ask, sent: Received<typeof createCart>): Promise<CartReply> => {
  if (sent.remove && sent.remove.length > 0)
    throw new Refused({ code: "ticket_not_found", context: "cart_remove_tickets" });
  const { add = [], campaign = {}, channel_id = "web" } = sent;
  return change(ask, { way: "my", add, remove: [], channel_id, campaign, besides: besidesOf(ask, sent) });
};

/** Adds and takes out tickets in one step. */
export const reserve = async (ask: Ask, sent: Received<typeof modifyCart>, way: Way = "my"): Promise<CartReply> => {
  const { cart_id, add = [], remove = [] } = sent;
  return change(ask, { ...unchanging, way, cart_id, add, remove, besides: besidesOf(ask, sent) });
};

/** Takes tickets out. Always allowed, whatever the limits of an order say about what is left. */
export const takeOut = (ask: Ask, { cart_id, tickets }: Received<typeof removeTickets>): Promise<CartReply> =>
  change(ask, { ...unchanging, way: "link", cart_id, add: [], remove: tickets, besides: nothingBesides });

/** How a cart came about is said when it begins. */
export const unchanging = { channel_id: "web", campaign: {} };

/** One change of a visitor's cart, with all others that come at this moment. */
export const change = (ask: Ask, wish: Omit<Change, "ask">): Promise<CartReply> =>
  withGuesses(ask, wish.besides, wish.context ?? "reserve", async (besides) => {
    const reply = await togetherWith(ask).add({ ask, ...wish, besides });
    return reply();
  });
