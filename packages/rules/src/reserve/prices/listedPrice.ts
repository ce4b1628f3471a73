import type { Minor } from "../../values/money.ts";

/** The lowest and the highest of some prices. */
export type PriceRange = { readonly lowest: Minor; readonly highest: Minor };

export type ListedPrices = {
  /** The lowest price of each session; undefined without sessions. */
  readonly sessions: PriceRange | undefined;
  /** The price in each session of the type that the event names for its days; undefined if it names none. */
  readonly primary: PriceRange | undefined;
  /** Prices of tickets that need no session. */
  readonly others: PriceRange | undefined;
  /** The event's ticket types have different prices. */
  readonly severalPrices: boolean;
};

/**
 * The price of an event in a listing, before fees like the prices of its days and sessions: the first price that its days
 * show. `isLowest`: others cost more, so it is a 'from' price. Undefined without any price.
 */
export const listedPrice = ({
  sessions,
  primary,
  others,
  severalPrices,
}: ListedPrices): { readonly price: Minor; readonly isLowest: boolean } | undefined => {
  const timed = primary ?? sessions;
  const ranges = [timed, others].filter((range) => range !== undefined);
  if (ranges.length === 0) return undefined;
  const price = Math.min(...ranges.map(({ lowest }) => lowest));
  const differs = ranges.some(({ highest }) => highest > price);
  return { price, isLowest: differs || (primary === undefined && severalPrices) };
};
