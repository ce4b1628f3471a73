import type { Mutant } from "./mutant.ts";

const modules = "apps/server/src/modules";

export const renewalsMutants: readonly Mutant[] = [
  {
    name: "renewal_by_the_party",
    protects: "money",
    file: `${modules}/membership/autoRenewal/autoRenewals.sql.ts`,
    changes: [{ from: "and party.ticket_order_id = own.ticket_order_id\n    and", to: "and party.id = own.id and" }],
    killedBy: {
      file: `${modules}/renewals/charge/partyRenewal.race.test.ts`,
      test: "a second adult who pays while the first adult's card is charged is refused",
    },
  },
  {
    name: "renewal_by_the_party_at_the_till",
    protects: "money",
    file: `${modules}/renewals/byStaff/renewableParty.sql.ts`,
    changes: [{ from: "and m.ticket_group_id = own.ticket_group_id", to: "and m.id = own.id" }],
    killedBy: {
      file: `${modules}/renewals/charge/partyRenewal.race.test.ts`,
      test: "a renewal at the till while the second adult pays for it is refused",
    },
  },
  {
    name: "renewal_of_another_card",
    protects: "money",
    file: `${modules}/renewals/charge/renewalCart.sql.ts`,
    changes: [{ from: "and c.state <> 'completed' and p.state", to: "and p.state" }],
    killedBy: {
      file: `${modules}/renewals/charge/partyRenewal.race.test.ts`,
      test: "a second adult who leaves the family for a membership alone does not stop the automatic renewal of the others",
    },
  },
  {
    name: "renewal_by_a_second_adult",
    protects: "money",
    file: `${modules}/membership/issue/issueMemberships.ts`,
    changes: [{ from: "findHolder(sold, parties, renewed?.own)", to: "findHolder(sold, parties, undefined)" }],
    killedBy: {
      file: `${modules}/renewals/charge/partyRenewal.race.test.ts`,
      test: "a second adult renews the family with everybody's card",
    },
  },
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
  {
    name: "renewal_link_without_account",
    protects: "access",
    file: "apps/server/src/modules/renewals/emails/queueRenewalEmail.ts",
    changes: [
      { from: "hasAccount || seller.web.external_membership_url !== undefined ? renew : undefined", to: "renew" },
    ],
    killedBy: {
      file: "apps/server/src/office/emails/sampleEmails.test.ts",
      test: "an e-mail with the data of a made-up order links members to where they can renew to the ticket desk, if they have no account",
    },
  },
];
