import type { EventTemplate } from "@foyer/contract/shop/catalog.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { visitsWithout, type VisitsCart } from "./visitsWithout.ts";

/** The parts of a cart that upsells use. */
export type UpsellCart = VisitsCart;
type Upsells = Configuration["upsells"];
type UpsellEvent = Pick<EventTemplate, "id" | "category" | "meta">;

/** It is the visit itself or in the cart already, with several visits for each of them, so it is not offered again. */
const isInCart = (id: string, upsells: Upsells, cart: UpsellCart): boolean => {
  if (cart.anchor?.event_template_id === id) return true;
  if (!cart.lines.some((line) => line.event_template_id === id)) return false;
  return (visitsWithout(id, upsells?.visit_time, cart)?.visits ?? []).length === 0;
};

/**
 * The events of the upsell listing: of the seller's chain and categories if set, else all. Events in the cart and
 * add-ons without an anchor are omitted.
 */
export const upsellOffers = <E extends UpsellEvent>(events: readonly E[], upsells: Upsells, cart: UpsellCart): E[] => {
  const { chain, categories } = upsells ?? {};
  const isOffered = ({ id, category }: UpsellEvent) =>
    (!chain && !categories) ||
    (chain?.includes(id) ?? false) ||
    (category !== null && (categories?.includes(category) ?? false));
  return events.filter(
    (event) =>
      isOffered(event) && !isInCart(event.id, upsells, cart) && !(event.meta.requires_anchor && cart.anchor === null),
  );
};

/** The next route, and the events of the chain that have been offered by then. */
export type NextRoute = { readonly route: string; readonly reached: readonly string[] };

type UpsellProgress = {
  readonly upsells: Upsells;
  readonly cart: UpsellCart;
  /** The events of the chain offered so far, in order. */
  readonly reached: readonly string[];
};

/** The page that shows the whole chain. */
export const addOnsRoute = "/add-ons";

/** The events of the chain that are not in the cart for every visit. Without a visit there is no chain. */
export const addOnIds = (upsells: Upsells, cart: UpsellCart): readonly string[] =>
  cart.anchor === null ? [] : (upsells?.chain ?? []).filter((id) => !isInCart(id, upsells, cart));

/**
 * The route after an event of the chain: the page of those that are not in the cart, or the next of them; if there are
 * none, the checkout.
 */
export const nextInChain = ({ upsells, cart, reached }: UpsellProgress): NextRoute => {
  const left = addOnIds(upsells, cart);
  if (upsells?.chain_form !== "one_by_one")
    return left.length === 0 ? checkoutRoute(reached) : { route: addOnsRoute, reached: upsells?.chain ?? [] };
  const next = left.find((id) => !reached.includes(id));
  return next === undefined ? checkoutRoute(reached) : { route: `/events/${next}`, reached: [...reached, next] };
};

const checkoutRoute = (reached: readonly string[]): NextRoute => ({ route: "/checkout", reached });

export type AfterReserve = UpsellProgress & {
  readonly event_template_id: string;
  /** The event's own `next_route`: a path of the storefront. */
  readonly next_route: string | undefined;
  /** The seller or the link skips upsells. */
  readonly skipUpsells: boolean;
  /** The event is an add-on to an admission in the cart. */
  readonly isAnchored: boolean;
  readonly isGift: boolean;
};

/**
 * The route after reserving: the event's own; otherwise along the chain from its first visit; otherwise the upsell listing.
 * Gifts, and add-ons outside the chain, go to the checkout.
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

/** A path on this site: '//elsewhere' and '/\elsewhere' would leave it. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
