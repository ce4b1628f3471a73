import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { applyCodes, type CodeInCart } from "../../pricing/applyCodes.ts";
import { discountedAmounts } from "../../pricing/fees.ts";
import { computeTotals, type Totals } from "../../pricing/totals.ts";
import type { Minor } from "../../values/money.ts";
import type { Buyer, CatalogSnapshot, HoldRejection, NewTicket } from "../catalogSnapshot.ts";
import { decideHold, noExtras } from "../decideHold.ts";

/** A ticket of the trial, with its price after discounts and the fees on that price. */
export type TriedTicket = NewTicket & { readonly adjusted_value: Minor };

export type PriceTrial = {
  /** Codes that the cart refuses, as typed; the trial leaves them out. */
  readonly refusedCodes: readonly { readonly code: string; readonly rejection: HoldRejection }[];
} & (
  | { readonly rejection: HoldRejection }
  | {
      readonly tickets: readonly TriedTicket[];
      readonly codes: readonly CodeInCart[];
      /** Ids of the codes that have an effect. */
      readonly applied: ReadonlySet<string>;
      /** The amount that each discount takes off, by id. */
      readonly taken: ReadonlyMap<string, Minor>;
      readonly totals: Totals;
    }
);

/**
 * What a new cart would cost, decided and priced like a hold but without holding anything. Form answers are not required. A
 * code that the cart refuses is left out, as a buyer would do.
 */
export const tryPrices = (
  add: readonly TicketRequest[],
  buyer: Buyer,
  catalog: CatalogSnapshot,
  typed: readonly string[],
): PriceTrial => {
  const refusedCodes: { code: string; rejection: HoldRejection }[] = [];
  let kept = typed;
  for (;;) {
    const decision = decideHold(add, buyer, catalog, { ...noExtras, codes: kept, unattended: true });
    if (!("rejection" in decision)) return { refusedCodes, ...price(decision, buyer, catalog) };
    const { rejection } = decision;
    const index = kept.findIndex((code) => code.trim() === rejection.extra["code"]);
    const code = kept[index];
    if (code === undefined) return { refusedCodes, rejection };
    refusedCodes.push({ code, rejection });
    kept = kept.toSpliced(index, 1);
  }
};

const price = (
  { tickets, codes }: { readonly tickets: readonly NewTicket[]; readonly codes: readonly CodeInCart[] },
  { codeEligibility }: Buyer,
  { now, rules, discounts, step }: CatalogSnapshot,
) => {
  const {
    prices,
    taken,
    is_applied: applied,
  } = applyCodes(tickets, codes, { now, rules, discounts, step, ...codeEligibility });
  const tried = tickets.map((ticket, index) => ({
    ...ticket,

    ...discountedAmounts(prices[index] ?? ticket.face_value, ticket, step),
  }));
  return { tickets: tried, codes, applied, taken, totals: computeTotals(tried) };
};
