import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";

/** What is looked at of a cart here. */
export type UpsellCart = Pick<Cart, "anchor"> & { readonly lines: readonly { readonly event_template_id: string }[] };
type Upsells = Configuration["upsells"];
type UpsellEvent = Pick<EventTemplate, "id" | "category" | "meta">;

/** In the cart already, or the visit itself: nothing to offer a second time. */
const isInCart = (id: string, { anchor, lines }: UpsellCart): boolean =>
  anchor?.event_template_id === id || lines.some((line) => line.event_template_id === id);

/**
 * The events that the upsell listing offers to somebody with this cart: of the seller's chain and categories where they
 * name any, else of all; none twice, and none that goes with a visit where there is no visit.
 */
export const upsellOffers = <E extends UpsellEvent>(events: readonly E[], upsells: Upsells, cart: UpsellCart): E[] => {
  const { chain, categories } = upsells ?? {};
  const isMeant = ({ id, category }: UpsellEvent) =>
    (!chain && !categories) ||
    (chain?.includes(id) ?? false) ||
    (category !== null && (categories?.includes(category) ?? false));
  return events.filter(
    (event) => isMeant(event) && !isInCart(event.id, cart) && !(event.meta.requires_anchor && cart.anchor === null),
  );
};

/** Where a visitor is led, and the events of the chain that have been offered by then. */
export type NextRoute = { readonly route: string; readonly reached: readonly string[] };

type UpsellProgress = {
  readonly upsells: Upsells;
  readonly cart: UpsellCart;
  /** Events of the chain that have been offered, in their order. */
  readonly reached: readonly string[];
};

/** Past an event of the chain: to the next that the cart does not hold, from the last to the checkout (requirements OPEN-91). */
export const nextInChain = ({ upsells, cart, reached }: UpsellProgress): NextRoute => {
  const next = upsells?.chain?.find((id) => !reached.includes(id) && !isInCart(id, cart));
  return next === undefined ? checkoutRoute(reached) : { route: `/events/${next}`, reached: [...reached, next] };
};

const checkoutRoute = (reached: readonly string[]): NextRoute => ({ route: "/checkout", reached });

export type AfterReserve = UpsellProgress & {
  readonly event_template_id: string;
  /** The event's own `next_route`: a path of the storefront. */
  readonly next_route: string | undefined;
  /** The seller or the visitor's link says to skip upsells. */
  readonly skipUpsells: boolean;
  /** The event belongs to an admission that the cart already holds. */
  readonly isAnchored: boolean;
  readonly isGift: boolean;
};

/**
 * Where a visitor goes when the tickets are in the cart: the event's own way; along the chain from the visit that it
 * begins with; else to what more there is. Gifts, and anchored events outside of the chain, skip the upsells
 * (requirements EVENT-51).
 */
export const nextAfterReserve = (after: AfterReserve): NextRoute => {
  const { event_template_id, next_route, upsells, skipUpsells, isAnchored, isGift, cart, reached } = after;
  if (next_route && isOwnPath(next_route)) return { route: next_route, reached };
  if (upsells === undefined || skipUpsells || isGift) return checkoutRoute(reached);
  if (reached.includes(event_template_id)) return nextInChain(after);
  if (isAnchored) return checkoutRoute(reached);
  if (upsells.chain && cart.anchor?.event_template_id === event_template_id)
    return nextInChain({ ...after, reached: [] });
  return { route: "/events", reached };
};

/** One slash and a name behind it: '//elsewhere' and '/\elsewhere' would leave the storefront. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
