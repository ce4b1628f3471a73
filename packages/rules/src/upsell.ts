export type AfterReserve = {
  /** The event's own `next_route`: a path of the storefront. */
  readonly next_route: string | undefined;
  /** The seller has set up upsells. */
  readonly hasUpsells: boolean;
  /** The seller or the visitor's link says to skip them. */
  readonly skipUpsells: boolean;
  /** The event belongs to an admission that the cart already holds. */
  readonly isAnchored: boolean;
  readonly isGift: boolean;
};

/** Where a visitor goes when the tickets are in the cart. An anchored event and a gift skip the upsells (requirements EVENT-51). */
export const nextAfterReserve = ({ next_route, hasUpsells, skipUpsells, isAnchored, isGift }: AfterReserve): string => {
  if (next_route && isOwnPath(next_route)) return next_route;
  return hasUpsells && !skipUpsells && !isAnchored && !isGift ? "/events" : "/checkout";
};

/** One slash and a name behind it: '//elsewhere' and '/\elsewhere' would leave the storefront. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);
