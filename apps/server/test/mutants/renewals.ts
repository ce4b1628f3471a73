import type { Mutant } from "./mutant.ts";

const modules = "apps/server/src/modules";

export const renewalsMutants: readonly Mutant[] = [
  {
    name: "renewal_at_checkout",
    protects: "money",
    file: `${modules}/checkout/payment/renewalsAtCheckout.ts`,
    changes: [{ from: "const renewal = manual.get(cart_id);", to: "const renewal = manual.get(`no ${cart_id}`);" }],
    killedBy: {
      file: `${modules}/renewals/renewals.race.test.ts`,
      test: "a manual renewal during the charge after the decision waits and is then refused",
    },
  },
  {
    name: "renewal_decision",
    protects: "money",
    file: `${modules}/renewals/charge/captureTerm.ts`,
    changes: [{ from: "if (!mayCapture) return undefined;", to: "if (!mayCapture) return row.identity_id;" }],
    killedBy: {
      file: `${modules}/renewals/renewals.race.test.ts`,
      test: "a holder who cancels during the charge before the decision is not charged",
    },
  },
  {
    name: "renewal_max_amount",
    protects: "money",
    file: `${modules}/renewals/charge/chargeTerm.ts`,
    changes: [{ from: "amount === undefined || amount > maxAmount", to: "amount === undefined" }],
    killedBy: {
      file: `${modules}/renewals/charge/manualRenewal.race.test.ts`,
      test: "a price that rises only during the hold is not charged",
    },
  },
  {
    name: "renewal_claim",
    protects: "money",
    file: `${modules}/renewals/renewals.sql.ts`,
    changes: [
      { from: "and coalesce(claimed_until <= app_now(), true)", to: "" },
      { from: "limit 1 for update skip locked", to: "limit 1" },
    ],
    killedBy: {
      file: `${modules}/renewals/renewals.race.test.ts`,
      test: "two servers with the same renewal due claim it once",
    },
  },
  {
    name: "renewal_cart_swap",
    protects: "money",
    file: `${modules}/renewals/charge/renewalCart.sql.ts`,
    changes: [{ from: "cart_id is not distinct from $3", to: "($3::uuid is null or true)" }],
    killedBy: {
      file: `${modules}/renewals/renewals.race.test.ts`,
      test: "two servers with the same renewal due request one payment",
    },
  },
  {
    name: "renewal_row_lock",
    protects: "money",
    file: `${modules}/renewals/renewals.sql.ts`,
    changes: [{ from: "membership_id = $2 for update", to: "membership_id = $2" }],
    killedBy: {
      file: `${modules}/renewals/charge/manualRenewal.race.test.ts`,
      test: "a request between the decision and the capture to pay manually waits",
    },
  },
  {
    name: "renewal_owner",
    protects: "access",
    file: `${modules}/renewals/cancel/cancelAutoRenewal.sql.ts`,
    changes: [{ from: "identity_id === undefined ? chainOfAnyone : chainOfOwner", to: "chainOfAnyone" }],
    killedBy: {
      file: `${modules}/renewals/cancel/cancelAutoRenewal.test.ts`,
      test: "auto-renew can be cancelled by nobody else",
    },
  },
];
