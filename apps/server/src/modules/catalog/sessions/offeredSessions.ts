import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { lowestPrice } from "@foyer/rules/pricing/prices.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import {
  displayPriceTypeIds,
  displayPricesIn,
  displayPriceTypes,
  presentDisplayPrices,
} from "../offer/displayPrices.ts";
import { isOfferSoldOut, type Offer } from "../offer/readOffer.ts";
import { roomLeftIn, presentSession } from "../events/presenters.ts";
import type { SessionRow } from "./sessions.sql.ts";

type OfferForSessions = Pick<Offer, "timed" | "timedTypes" | "usesStoredPrices"> & {
  readonly event: Pick<Offer["event"], "config">;
};

/**
 * Types whose prices are needed for each session: those that the event displays, and all types if the stored lowest price
 * does not apply.
 */
export const typesToPrice = (offer: OfferForSessions): string[] => [
  ...(offer.usesStoredPrices ? [] : offer.timedTypes.map(({ id }) => id)),
  ...displayPriceTypeIds(displayPriceTypes(offer)),
];

/** Sessions with the lowest price for the visitor of the offer. The rows must include prices of `typesToPrice`. */
export const presentOfferedSessions = (
  ctx: RequestContext,
  offer: OfferForSessions,
  rows: readonly SessionRow[],
): EventSession[] => {
  const displayTypes = displayPriceTypes(offer);
  const step = sellerAmountStep(ctx.seller);
  return rows.map((row) =>
    presentSession(ctx, row, {
      sold_out: isOfferSoldOut(offer, roomLeftIn(row)),
      min_price: offer.usesStoredPrices ? row.min_price : lowestPrice(offer.timedTypes, row.own_prices, step)?.price,
      displayPrices: presentDisplayPrices(ctx, displayPricesIn(displayTypes, row.own_prices)),
    }),
  );
};
