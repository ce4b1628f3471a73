import type { Seller } from "@foyer/contract/shop/seller.ts";
import { addDays, instantOf, todayAt } from "@foyer/rules/dates/localTime.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { fromDecimal, isInSteps } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import { requireInSteps } from "../../modules/giftcards/requireInSteps.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { noGiftCards } from "../../modules/giftcards/noGiftCards.ts";

/** The limit for a seller without one: a million in the currency, which no card needs. */
const withoutLimit = "1000000";

export const invalidFields = (...fields: readonly string[]): Refused =>
  new Refused({ code: "validation_failed", context: "ledger", extra: { fields } });

/** Refuses cards of a seller that accepts none. They could never be used, not even after the seller has begun to. */
export const requireGiftCards = ({ seller }: Pick<StaffContext, "seller">): void => {
  if (seller.configuration.ledger_id === undefined)
    throw noGiftCards("This seller does not accept gift cards, so none can be issued.");
};

/** The maximum amount that staff can put on a card, in minor units. */
export const maxAmountOf = ({ configuration }: Pick<Seller, "configuration">, currency: string): number =>
  fromDecimal(configuration.gift_cards?.max_amount ?? withoutLimit, currency) ?? 0;

/**
 * Refuses an amount on a card of which a part could never be spent: between two steps of what the seller's cards pay, since
 * prices are in steps, too. A balance that is none already, for example of an imported card, can be corrected to one.
 */
export const requireCardStep = (
  { seller }: Pick<StaffContext, "seller">,
  { amount, currency, balance = 0 }: { readonly amount: number; readonly currency: string; readonly balance?: number },
): void => {
  const step = sellerAmountStep(seller, currency);
  if (!isInSteps(balance + amount, step)) requireInSteps(amount, { step, currency, context: "ledger" });
};

/** The end of a card with this last day. Refuses a day in the past, and any day at a seller whose cards do not end. */
export const requireEnd = ({ seller, now }: Pick<StaffContext, "seller" | "now">, last_day: string | null) => {
  if (last_day === null) return null;
  const isOver = last_day < todayAt(now, seller.timezone);
  if (isOver || seller.configuration.gift_cards?.never_end === true) throw invalidFields("last_day");
  return instantOf(addDays(last_day, 1), "00:00", seller.timezone);
};
