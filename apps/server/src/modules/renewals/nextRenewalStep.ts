import {
  nextRenewalStep as nextStep,
  sellerRenewalPeriods,
  type RenewalState,
  type RenewalStep,
} from "@foyer/rules/membership/autoRenewal.ts";
import { ticketPrice } from "@foyer/rules/pricing/prices.ts";
import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import type { RenewalRow } from "./renewals.sql.ts";

/** What everybody's place costs today, with its fees and before any discount: the most that can be charged. */
export const renewalPrice = ({ party }: Pick<RenewalRow, "party">): number =>
  party.reduce((sum, one) => {
    const { price, fees } = ticketPrice({ ...one, id: one.ticket_type_id }, null);
    return sum + price + fees;
  }, 0);

const renewalFacts = (
  { seller }: Pick<RequestContext, "seller">,
  row: RenewalRow & { readonly valid_to: string },
): RenewalState => ({
  valid_from: row.valid_from,
  valid_to: row.valid_to,
  timezone: row.timezone,
  is_active: row.is_active,
  is_followed: row.followed_by !== null,
  is_sold: row.holder_id !== null && row.party.length > 0 && row.party.every(({ is_sold }) => is_sold),
  is_offered: autoRenewPrompt(seller.configuration) !== "never",
  is_disputed: row.is_disputed,
  method: row.method ?? undefined,
  price: { amount: renewalPrice(row), currency: seller.default_currency_code },
  announced:
    row.announced_at === null || row.announced_amount === null || row.announced_currency === null
      ? null
      : { at: row.announced_at, amount: row.announced_amount, currency: row.announced_currency },
  attempts: row.attempts,
  last: row.tried_at === null || row.after_try === null ? null : { at: row.tried_at, next: row.after_try },
});

/** What is to be done for it, by the database's clock. */
export const nextRenewalStep = (ctx: Pick<RequestContext, "seller">, row: RenewalRow): RenewalStep => {
  // Without end there is nothing to renew.
  if (row.valid_to === null) return { kind: "over", reason: "taken_back" };
  const facts = renewalFacts(ctx, { ...row, valid_to: row.valid_to });
  return nextStep(facts, sellerRenewalPeriods(ctx.seller.configuration), Temporal.Instant.from(row.now));
};
