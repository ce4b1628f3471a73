import type { MemberRenewalState } from "@foyer/contract/office/members/memberPage.ts";
import { paymentMethodLabel } from "@foyer/rules/checkout/paymentMethodLabel.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RenewalStatus } from "../../modules/renewals/readRenewalState.ts";

/** An automatic renewal as the member's page shows it. */
export const presentRenewal = ({
  row,
  charge_at,
  amount,
  currency,
  card_expires,
}: RenewalStatus): MemberRenewalState => {
  const { announced_at, announced_amount, announced_currency } = row;
  return {
    state: row.state,
    payer: row.email ?? row.payer_name,
    method: row.method ? paymentMethodLabel(row.method) : null,
    charge_on: charge_at ? todayAt(charge_at, row.timezone) : null,
    amount: charge_at ? toDecimal(amount, currency) : null,
    currency,
    announced:
      announced_at !== null && announced_amount !== null && announced_currency !== null
        ? {
            at: announced_at,
            amount: toDecimal(announced_amount, announced_currency),
            currency: announced_currency,
          }
        : null,
    attempts: row.attempts,
    last_attempt: row.attempted_at,
    last_error: row.last_error,
    card_expires,
  };
};
