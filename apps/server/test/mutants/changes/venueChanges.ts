import type { Mutant } from "../mutant.ts";

const server = "apps/server/src/modules";
const venue = `${server}/aftersale/venue`;
const file = `${venue}/cancelForVenue.test.ts`;
const memberships = `${venue}/endMemberships.test.ts`;
const races = `${venue}/cancelForVenue.race.test.ts`;

/** What the venue changes of orders. */
export const venueChangesMutants: readonly Mutant[] = [
  {
    name: "venue_leaves_what_was_used",
    protects: "money",
    file: "packages/rules/src/aftersale/judgeTicket.ts",
    changes: [
      {
        from: 'if (state === "redeemed" && !(actor === "venue" && includesUsed)) return impossible("redeemed");',
        to: "",
      },
    ],
    killedBy: { file, test: "the venue leaves redeemed tickets as they are, and cancels what is left" },
  },
  {
    name: "donations_stay_unless_named",
    protects: "money",
    file: `${venue}/cancelForVenue.ts`,
    changes: [{ from: " && !isDonation(ticket)", to: ' && !isDonation({ handler: "tickets" })' }],
    killedBy: {
      file,
      test: "what ends with its ticket a donation stays unless it is named, and goes back without a fee",
    },
  },
  {
    name: "donations_never_go_along",
    protects: "money",
    file: `${server}/cart/change/planChange.ts`,
    changes: [
      {
        from: "rest.filter((ticket) => !isDonation(ticket))",
        to: "rest.filter((ticket) => isDonation(ticket) || true)",
      },
    ],
    killedBy: {
      file,
      test: "what ends with its ticket a donation that belongs to an admission does not go along with it",
    },
  },
  {
    name: "spent_gift_card_stays",
    protects: "money",
    file: `${server}/giftcards/voidGiftCards.ts`,
    changes: [
      {
        from: `await pause("gift_cards_locked");
  requireUnspent(ctx, cards);`,
        to: `await pause("gift_cards_locked");`,
      },
    ],
    killedBy: {
      file: races,
      test: "a gift card that is spent while its sale is cancelled stays with its buyer where the spending comes first, and nothing is refunded",
    },
  },
  {
    name: "disputed_instalment_stays",
    protects: "money",
    file: `${server}/checkout/plan/cancelPlan.ts`,
    changes: [
      {
        from: ".map(({ payment_id, left }) => ({ payment_id, amount: left }))",
        to: ".map(({ payment_id }, index) => ({ payment_id, amount: captured[index]?.amount ?? 0 }))",
      },
    ],
    killedBy: {
      file: `${server}/checkout/plan/cancelPlan.test.ts`,
      test: "a disputed instalment is not refunded, and the others are",
    },
  },
  {
    name: "only_tickets_for_a_session_move",
    protects: "money",
    file: `${venue}/requestMove.ts`,
    changes: [
      {
        from: "if (known.some((ticket) => ticket.event_session_id === null)) throw refusedTickets(notForSession);",
        to: "",
      },
    ],
    killedBy: {
      file: `${server}/aftersale/outsideSessions.test.ts`,
      test: "is moved by nobody, and the reason is given",
    },
  },
  {
    name: "gift_card_locked_before_it_is_closed",
    protects: "money",
    file: `${server}/giftcards/giftCards.sql.ts`,
    changes: [
      { from: '(mode === "lock" ? accounts.forUpdate() : accounts)', to: '(mode === "lock" ? accounts : accounts)' },
    ],
    killedBy: {
      file: races,
      test: "a gift card that is spent while its sale is cancelled pays for nothing where the cancellation comes first",
    },
  },
  {
    name: "renewed_membership_stays",
    protects: "money",
    file: `${server}/membership/end/endMemberships.ts`,
    changes: [{ from: "if (endings.some(({ is_renewed }) => is_renewed))", to: "if (endings.length > 999)" }],
    killedBy: {
      file: memberships,
      test: "a membership whose order the venue cancels stays while a next term is paid for; that is cancelled first",
    },
  },
  {
    name: "membership_being_charged_stays",
    protects: "money",
    file: `${server}/membership/end/endMemberships.ts`,
    changes: [
      { from: "if (endings.some(({ is_being_charged }) => is_being_charged))", to: "if (endings.length > 999)" },
    ],
    killedBy: {
      file: races,
      test: "a next term that is charged while its membership is cancelled stays where the charge was decided first, and so does the membership",
    },
  },
  {
    name: "ended_membership_renews_no_more",
    protects: "money",
    file: `${server}/membership/end/endMemberships.ts`,
    changes: [{ from: "await endScheduledRenewals(db, seller.id, ids);", to: "" }],
    killedBy: { file: memberships, test: "a membership whose order the venue cancels is renewed and charged no more" },
  },
  {
    name: "redeemed_gift_stays",
    protects: "money",
    file: `${server}/membership/end/endMemberships.ts`,
    changes: [{ from: "if (await isGiftUsed(", to: "if (ticket_ids.length > 999 && await isGiftUsed(" }],
    killedBy: { file: memberships, test: "a gift of a membership stays once somebody redeems it" },
  },
  {
    name: "ended_plan_has_no_payment_in_progress",
    protects: "money",
    file: `${server}/checkout/plan/lockPlan.ts`,
    changes: [
      {
        from: "if (undecided.length > 0 || total > 0) throw new Refused",
        to: "if (undecided.length > 9 && total < 0) throw new Refused",
      },
    ],
    killedBy: {
      file: races,
      test: "an instalment that is paid while its plan is cancelled completes the order where the payment comes first",
    },
  },
  {
    name: "ended_plan_is_released_at_once",
    protects: "money",
    file: `${server}/checkout/plan/cancelPlan.ts`,
    changes: [{ from: "await releaseHold(ctx.db, ctx.seller.id, [cart_id]);", to: "" }],
    killedBy: { file: races, test: "an instalment that is paid while its plan is cancelled is not charged" },
  },
];
