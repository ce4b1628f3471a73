import type { EventSession } from "@foyer/contract/sessions.ts";
import { lowestPrice } from "@foyer/rules/prices.ts";
import type { Ask } from "../../http/ask.ts";
import { idsOf, namedPricesIn, namedTypes, sayNamed } from "./namedPrices.ts";
import { soldOut, type Offer } from "./offer.ts";
import { leftIn, saySession } from "./replies.ts";
import type { SessionRow } from "./sessions.sql.ts";

type Sold = Pick<Offer, "timed" | "timedTypes" | "keptPricesHold"> & { readonly event: Pick<Offer["event"], "config"> };

/** Types whose own prices have to be looked at session by session: those that the event names, and all where the lowest kept are others'. */
export const typesLookedAt = (offer: Sold): string[] => [
  ...(offer.keptPricesHold ? [] : offer.timedTypes.map(({ id }) => id)),
  ...idsOf(namedTypes(offer)),
];

/** Sessions as whoever the offer is for sees them, each with its lowest price; the rows bring the prices of `typesLookedAt`. */
export const sayOfferedSessions = (ask: Ask, offer: Sold, rows: readonly SessionRow[]): EventSession[] => {
  const named = namedTypes(offer);
  return rows.map((row) =>
    saySession(ask, row, {
      sold_out: soldOut(offer, leftIn(row)),
      min_price: offer.keptPricesHold ? row.min_price : lowestPrice(offer.timedTypes, row.own_prices)?.price,
      named: sayNamed(ask, namedPricesIn(named, row.own_prices)),
    }),
  );
};
