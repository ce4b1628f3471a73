import type { Mutant } from "../../mutant.ts";

const desk = "apps/server/src/office/desk";
const changes = `${desk}/changeOrder.test.ts`;
const races = `${desk}/changeOrder.race.test.ts`;
const beyond = `${desk}/beyondRules.test.ts`;
const venue = "apps/server/src/modules/aftersale/venue";
const emails = `${desk}/emailChoice.test.ts`;
const refunds = `${desk}/refundPermission.test.ts`;
const giftCards = `${desk}/refundToGiftCard.test.ts`;
const spentCards = `${desk}/tickets/refundOfSpentCards.race.test.ts`;

/** Guards of refunds that the order desk makes. */
export const deskRefundMutants: readonly Mutant[] = [
  {
    name: "desk_refund_too_much",
    protects: "money",
    file: "apps/server/src/modules/aftersale/venue/refundForVenue.ts",
    changes: [{ from: "if (amount > left) throw tooMuch", to: "if (amount < 0) throw tooMuch" }],
    killedBy: { file: changes, test: "leaves the tickets, and never returns more than what is left" },
  },
  {
    name: "desk_refund_limit",
    protects: "money",
    file: `${desk}/refundLimits.ts`,
    changes: [{ from: "if (exceeded === undefined) return;", to: "if (exceeded !== null) return;" }],
    killedBy: {
      file: changes,
      test: "is limited for box office by the seller's limits, and for a role without a limit needs step-up",
    },
  },
  {
    name: "desk_refund_limit_of_cancellation",
    protects: "money",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: "await requireRefundLimit(tx, order_number, sumOf(order, expected));", to: "" }],
    killedBy: {
      file: changes,
      test: "is limited for box office by the seller's limits, and for a role without a limit needs step-up",
    },
  },
  {
    name: "desk_refund_limit_of_move",
    protects: "money",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: "await requireRefundLimit(tx, order_number, back);", to: "" }],
    killedBy: { file: refunds, test: "a move to a cheaper session gives back no more than the seller's limit" },
  },
  {
    name: "desk_refund_permission_of_cancellation",
    protects: "access",
    file: `${desk}/changeOrder.ts`,
    changes: [
      {
        from: "if (!isNothing(expected.refund) || !isNothing(expected.gift_card)) requireRefundPermission(tx);",
        to: "",
      },
    ],
    killedBy: { file: refunds, test: "somebody who changes orders and may not give money back cancels nothing" },
  },
  {
    name: "desk_refund_permission_of_move",
    protects: "access",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: "if (!isNothing(back)) requireRefundPermission(tx);", to: "" }],
    killedBy: {
      file: refunds,
      test: "somebody who changes orders and may not give money back moves to the same price",
    },
  },
  {
    name: "desk_refund_limit_lock",
    protects: "money",
    file: `${desk}/refundLimits.ts`,
    changes: [{ from: "  await lockGrants(ctx, staff.id);\n", to: "" }],
    killedBy: {
      file: races,
      test: "two simultaneous refunds of two orders by one person do not exceed their daily limit",
    },
  },
  {
    name: "desk_refund_step_up",
    protects: "access",
    file: `${desk}/refundLimits.ts`,
    changes: [{ from: "return requireStepUp(staff);", to: "return;" }],
    killedBy: {
      file: changes,
      test: "is limited for box office by the seller's limits, and for a role without a limit needs step-up",
    },
  },
  {
    name: "desk_failed_refund_once",
    protects: "money",
    file: "apps/server/src/modules/checkout/refund/failedRefunds.sql.ts",
    changes: [
      {
        from: " and r.replaced_by is null and r.gift_card_account_id is null and r.repaid_elsewhere is null`",
        to: "`",
      },
      {
        from: " and replaced_by is null and gift_card_account_id is null\n       and repaid_elsewhere is null returning id",
        to: " returning id",
      },
    ],
    killedBy: { file: beyond, test: "shows the provider's reason, and is retried once" },
  },
  {
    name: "desk_failed_refund_of_the_order",
    protects: "money",
    file: "apps/server/src/modules/checkout/refund/failedRefunds.sql.ts",
    changes: [{ from: "p.ticket_order_id = $2", to: "$2::uuid is not null" }],
    killedBy: { file: beyond, test: "of another order is not found" },
  },
  {
    name: "desk_failed_refund_left",
    protects: "money",
    file: `${venue}/resendRefund.ts`,
    changes: [{ from: "if (failed.amount > left) throw", to: "if (failed.amount < 0) throw" }],
    killedBy: { file: beyond, test: "is not sent again where the payer's bank has taken the money" },
  },
  {
    name: "desk_refund_permission",
    protects: "money",
    file: `${desk}/changeOrder.ts`,
    changes: [{ from: 'if (!staff.can("order.refund")) throw', to: 'if (!staff.can("order.read")) throw' }],
    killedBy: { file: changes, test: "refunds nothing for staff who may cancel but not refund" },
  },
  {
    name: "refund_email_as_chosen",
    protects: "access",
    file: "apps/server/src/modules/checkout/refund/notifyRefund.ts",
    changes: [{ from: "ctx.emailOptions ?? email_choice ?? undefined", to: "ctx.emailOptions" }],
    killedBy: {
      file: emails,
      test: "of a refund alone is previewed without changes, gets a sentence, or is not sent",
    },
  },
  {
    name: "refund_email_choice_kept",
    protects: "access",
    file: "apps/server/src/modules/checkout/refund/notifyRefund.ts",
    changes: [{ from: "...((!is_sent || isSaid) && {", to: "...(isSaid && {" }],
    killedBy: {
      file: emails,
      test: "is not sent if no e-mail is wanted, and does not repeat the sentence of the other one",
    },
  },
  {
    name: "refund_sentence_said_once",
    protects: "access",
    file: "apps/server/src/modules/checkout/refund/notifyRefund.ts",
    changes: [{ from: "saysSentence && sentence", to: "sentence" }],
    killedBy: {
      file: emails,
      test: "is not sent if no e-mail is wanted, and does not repeat the sentence of the other one",
    },
  },
  {
    name: "resent_refund_sentence_said",
    protects: "access",
    file: "apps/server/src/modules/checkout/refund/resendFailedRefund.ts",
    changes: [{ from: ", { saysSentence: true }", to: "" }],
    killedBy: {
      file: "apps/server/src/office/desk/beyondRules.test.ts",
      test: "shows the e-mail of a retry with a sentence of staff, and the preview changes nothing",
    },
  },
  {
    name: "desk_gift_card_refund_journal",
    protects: "money",
    file: `${venue}/refundToGiftCard.ts`,
    changes: [{ from: "await journalOrderChanges(db, seller.id, [change.id]);", to: "" }],
    killedBy: { file: giftCards, test: "is in the journal as a refund that increases what gift cards owe" },
  },
  {
    name: "desk_gift_card_refund_left",
    protects: "money",
    file: `${venue}/refundToGiftCard.ts`,
    changes: [{ from: "    gift_card: amount,\n", to: "    gift_card: 1,\n" }],
    killedBy: { file: giftCards, test: "is never more than what is left after other refunds" },
  },
  {
    name: "desk_gift_card_refund_ends",
    protects: "access",
    file: `${venue}/refundToGiftCard.ts`,
    changes: [{ from: "await endIfRefunded(ctx, order.id, locked);", to: "" }],
    killedBy: { file: giftCards, test: "of all the money ends the tickets, like every full refund" },
  },
  {
    name: "desk_gift_cards_count_as_refunded",
    protects: "access",
    file: "apps/server/src/modules/checkout/refund/refunds.sql.ts",
    changes: [{ from: "sum(amount - refunded) <= ${moved}", to: "sum(amount - refunded) <= 0 * ${moved}" }],
    killedBy: { file: giftCards, test: "ends the tickets too once the rest is refunded to the card that paid" },
  },
  {
    name: "desk_gift_card_refund_limit",
    protects: "money",
    file: `${desk}/refundOrder.ts`,
    changes: [
      {
        from: 'after: { refund: amount, ...(to === "gift_card" && { gift_card: amount }) },',
        to: 'after: to === "gift_card" ? { gift_card: amount } : { refund: amount },',
      },
    ],
    killedBy: { file: giftCards, test: "counts towards a person's refund limit" },
  },
  {
    name: "desk_gift_card_refund_ledger",
    protects: "money",
    file: `${venue}/refundToGiftCard.ts`,
    changes: [{ from: "if (seller.configuration.ledger_id === undefined)", to: "if (seller === undefined)" }],
    killedBy: { file: giftCards, test: "is refused where the seller has no gift cards" },
  },
  {
    name: "refund_of_spent_gift_cards",
    protects: "money",
    file: "apps/server/src/office/desk/refundOrder.ts",
    changes: [
      {
        from: '      await requireUnspentAmount(tx, order, { amount: minor, mayOverride: ctx.staff.can("order.override") });\n',
        to: "",
      },
    ],
    killedBy: { file: spentCards, test: "what was spent of a gift card is not refunded without cancelling" },
  },
  {
    name: "payment_refund_of_spent_gift_cards",
    protects: "money",
    file: "apps/server/src/modules/checkout/refund/refundPayment.ts",
    changes: [{ from: "if (payment.ticket_order_id)\n", to: "if (payment.ticket_order_id && amount < 0)\n" }],
    killedBy: { file: spentCards, test: "what was spent of a gift card is not refunded from the list of payments" },
  },
  {
    name: "payment_refund_override",
    protects: "access",
    file: "apps/server/src/office/money/changeMoney.ts",
    changes: [{ from: 'ctx.staff.can("order.override")', to: 'ctx.staff.can("money.act")' }],
    killedBy: { file: spentCards, test: "what was spent of a gift card is not refunded from the list of payments" },
  },
  {
    name: "failed_refund_of_spent_gift_cards",
    protects: "money",
    file: `${venue}/resendRefund.ts`,
    changes: [{ from: "if (failed.order_change_id === null)", to: "if (failed.order_change_id !== null)" }],
    killedBy: { file: spentCards, test: "a refund that failed is not sent again for what was spent since" },
  },
  {
    name: "refund_waits_for_gift_cards",
    protects: "money",
    file: "apps/server/src/modules/giftcards/lockSpentOfOrder.ts",
    changes: [{ from: "  await lockGiftCardsOfOrder(ctx, order_id);\n", to: "" }],
    killedBy: { file: spentCards, test: "a refund at the desk waits for a payment with the gift card" },
  },
  {
    name: "gift_card_of_refunded_order",
    protects: "money",
    file: "apps/server/src/providers/payments/giftcard/giftCardGateway.ts",
    changes: [{ from: "if (await isRefundedCard(", to: "if (account.balance < 0 && await isRefundedCard(" }],
    killedBy: { file: spentCards, test: "a payment waits for a refund at the desk, and finds nothing to spend" },
  },
  {
    name: "gift_card_refund_under_way",
    protects: "money",
    file: "apps/server/src/providers/payments/giftcard/refundedCards.sql.ts",
    changes: [{ from: "p.amount - p.refunded - p.refunding - ", to: "p.amount - p.refunded - " }],
    killedBy: {
      file: "apps/server/src/modules/giftcards/refundedCards.test.ts",
      test: "pays for nothing until the provider has answered",
    },
  },
  {
    name: "gift_card_of_disputed_order",
    protects: "money",
    file: "apps/server/src/providers/payments/giftcard/refundedCards.sql.ts",
    changes: [{ from: " - ${disputedColumn})", to: ")" }],
    killedBy: {
      file: "apps/server/src/modules/giftcards/refundedCards.test.ts",
      test: "a gift card whose payment is disputed pays for nothing until the dispute is won",
    },
  },
  {
    name: "gift_card_that_cost_nothing",
    protects: "money",
    file: "apps/server/src/providers/payments/giftcard/refundedCards.sql.ts",
    changes: [{ from: " and b.adjusted_value + b.fee_fixed + b.fee_percent > 0", to: "" }],
    killedBy: {
      file: "apps/server/src/modules/giftcards/refundedCards.test.ts",
      test: "still pays if it cost nothing",
    },
  },
];
