import {
  nextRenewalStep,
  sellerRenewalPeriods,
  type RenewalPeriods,
  type RenewalState,
  type RenewalStep,
} from "@foyer/rules/membership/autoRenewal.ts";
import { autoRenewPrompt } from "@foyer/rules/membership/renewalOptions.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { renewalPrice } from "./renewalPrice.ts";
import type { RenewalRow } from "./renewals.sql.ts";

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
  price: { amount: renewalPrice(seller, row), currency: seller.default_currency_code },
  announced:
    row.announced_at === null || row.announced_amount === null || row.announced_currency === null
      ? null
      : { at: row.announced_at, amount: row.announced_amount, currency: row.announced_currency },
  attempts: row.attempts,
  last: row.attempted_at === null || row.next_step === null ? null : { at: row.attempted_at, next: row.next_step },
});

/** The facts that decide a renewal, and its seller's periods; undefined for a membership without an end. */
export const renewalStateOf = (
  ctx: Pick<RequestContext, "seller">,
  row: RenewalRow,
): { readonly facts: RenewalState; readonly periods: RenewalPeriods } | undefined =>
  row.valid_to === null
    ? undefined
    : {
        facts: renewalFacts(ctx, { ...row, valid_to: row.valid_to }),
        periods: sellerRenewalPeriods(ctx.seller.configuration),
      };

/** The renewal's next step, according to the database's clock. */
export const decideRenewalStep = (ctx: Pick<RequestContext, "seller">, row: RenewalRow): RenewalStep => {
  const state = renewalStateOf(ctx, row);
  // A membership without an end needs no renewal.
  if (!state) return { kind: "over", reason: "taken_back" };
  return nextRenewalStep(state.facts, state.periods, Temporal.Instant.from(row.now));
};
