import type { Mutant } from "./mutant.ts";

const modules = "apps/server/src/modules";
const refusedCheckout = `${modules}/checkout/order/refusedCheckout.test.ts`;
const refusals = `${modules}/checkout/payment/refusals.test.ts`;

export const checkoutMutants: readonly Mutant[] = [
  {
    name: "answers_before_money",
    protects: "money",
    file: `${modules}/checkout/payment/decidePayment.ts`,
    changes: [{ from: "refuseUnanswered(ctx, surveys);", to: "refuseUnanswered(ctx, surveys.slice(0, 0));" }],
    killedBy: {
      file: `${modules}/checkout/survey/checkoutSurvey.test.ts`,
      test: "a survey at the checkout refuses a payment before any money is promised",
    },
  },
  {
    name: "answers_of_the_owner",
    protects: "access",
    file: `${modules}/checkout/survey/surveyAnswers.ts`,
    changes: [{ from: "isIncomplete(row) && Object.hasOwn", to: "isIncomplete && Object.hasOwn" }],
    killedBy: {
      file: `${modules}/checkout/survey/checkoutSurvey.test.ts`,
      test: "a survey at the checkout of a cart opened by its link keeps the answers of its owner, and takes those that are missing",
    },
  },
  {
    name: "answers_of_a_cart_taken_over",
    protects: "access",
    file: `${modules}/cart/read/embedInCart.sql.ts`,
    changes: [{ from: '.where("purchaser_identity_id", "is not", null)', to: "" }],
    killedBy: {
      file: `${modules}/checkout/survey/checkoutSurvey.test.ts`,
      test: "a survey at the checkout comes back with its answers to the cart's owner, once they are saved with the purchaser",
    },
  },
  {
    name: "answers_of_a_change",
    protects: "access",
    file: `${modules}/cart/read/embedInCart.sql.ts`,
    changes: [{ from: '.where("changes_order_id", "is", null)', to: "" }],
    killedBy: {
      file: `${modules}/cart/read/embedInCart.test.ts`,
      test: "survey answers with _embed does not show those of a change of an order, which a visitor with the order's link may open",
    },
  },
  {
    name: "token_of_a_given_ticket",
    protects: "access",
    file: `${modules}/orders/files/ticketFiles.ts`,
    changes: [
      {
        from: "if (!coded || !isTicketToken(ctx, coded, token)) throw",
        to: "if (!coded || (!isTicketToken && token)) throw",
      },
    ],
    killedBy: {
      file: `${modules}/orders/files/ticketFiles.test.ts`,
      test: "a ticket's code and PDF are not found",
    },
  },
  {
    name: "free_card_quota",
    protects: "access",
    file: `${modules}/membership/cards/queueCardEmails.ts`,
    changes: [{ from: "parties.is_free ?", to: "parties.email === undefined ?" }],
    killedBy: {
      file: `${modules}/membership/issue/issueMemberships.test.ts`,
      test: "an address gets ten cards of free memberships a day; further memberships are issued without",
    },
  },
  {
    name: "free_gift_quota",
    protects: "access",
    file: `${modules}/membership/gifts/issueGifts.ts`,
    changes: [{ from: "is_free ? await", to: "is_free && !email ? await" }],
    killedBy: {
      file: `${modules}/membership/gifts/freeGifts.test.ts`,
      test: "an address gets ten e-mails of free gifts a day; the giver of a further gift gets its code",
    },
  },
  {
    name: "voided_authorization_is_reported",
    protects: "money",
    file: `${modules}/checkout/order/completionBatch.ts`,
    changes: [{ from: "if (first && released.length > 0)", to: "if (first && released.length < 0)" }],
    killedBy: {
      file: `${modules}/checkout/late/latePayment.test.ts`,
      test: "a payment authorized after the hold has expired is voided if the places are sold, and the buyer gets an e-mail",
    },
  },
  {
    name: "unpaid_debit_is_reported",
    protects: "money",
    file: `${modules}/checkout/order/completionBatch.ts`,
    changes: [{ from: "if (first && unpaid.length > 0)", to: "if (first && unpaid.length < 0)" }],
    killedBy: {
      file: `${modules}/checkout/payment/stripe.test.ts`,
      test: "a processing payment that fails is reported once by e-mail, whatever finds out first: the buyer who pays again",
    },
  },
  {
    name: "free_confirmation_quota",
    protects: "access",
    file: `${modules}/checkout/emails/holdFreeConfirmations.ts`,
    changes: [{ from: "held.add(cart)", to: "void cart" }],
    killedBy: {
      file: `${modules}/checkout/emails/freeConfirmations.test.ts`,
      test: "an address gets ten confirmations of free orders a day",
    },
  },
  {
    name: "gift_to_self_before_payment",
    protects: "money",
    file: `${modules}/checkout/payment/startPayment.ts`,
    changes: [
      { from: "await refuseGiftToSelf(pipeline, seller.id, cart_id, payer_id);", to: "void [cart_id, payer_id];" },
    ],
    killedBy: { file: refusedCheckout, test: "a payment for a gift is refused before money is promised" },
  },
  {
    name: "giver_before_payment",
    protects: "money",
    file: `${modules}/checkout/payment/startPayment.ts`,
    changes: [{ from: "refuseUnknownGiver(cart, payment);", to: "" }],
    killedBy: { file: refusedCheckout, test: "a payment for a gift is refused while its giver is unknown" },
  },
  {
    name: "release_of_refused_checkout",
    protects: "money",
    file: `${modules}/checkout/capture/releaseAttempt.ts`,
    changes: [
      {
        from: "if (error instanceof Refused && finalCodes.has(error.code)) await",
        to: "if (finalCodes.size === 0) await",
      },
    ],
    killedBy: {
      file: refusedCheckout,
      test: "a checkout that is refused for good releases card and gift card at once",
    },
  },
  {
    name: "checkout_cart_owner",
    protects: "access",
    file: `${modules}/checkout/requireCartAccess.ts`,
    changes: [{ from: "const isOwn = ctx.visitor?.identity_id === cart.identity_id;", to: "const isOwn = true;" }],
    killedBy: { file: refusals, test: "somebody else's cart cannot be paid for" },
  },
  {
    name: "amount_due",
    protects: "money",
    file: `${modules}/checkout/payment/decidePayment.ts`,
    changes: [{ from: "!isPayable(sum, balance) || ", to: "" }],
    killedBy: { file: refusals, test: "a payment below the amount due is refused" },
  },
  {
    name: "nothing_due",
    protects: "money",
    file: `${modules}/checkout/payment/decidePayment.ts`,
    changes: [{ from: "balance.outstanding > 0 || ", to: "" }],
    killedBy: { file: refusals, test: "a payment of nothing is refused while an amount is due" },
  },
  {
    name: "card_bounds",
    protects: "money",
    file: `${modules}/checkout/payment/tenders.ts`,
    changes: [{ from: "if (!isCardPayable(amount, currency, amountStepOf(gateway, currency)))", to: "if (false)" }],
    killedBy: { file: refusals, test: "a payment below the smallest amount of a card is refused" },
  },
  {
    name: "card_step",
    protects: "money",
    file: `${modules}/checkout/payment/tenders.ts`,
    changes: [{ from: ", amountStepOf(gateway, currency)))", to: "))" }],
    killedBy: {
      file: `${modules}/checkout/currency.test.ts`,
      test: "an amount that the seller's gateway does not take is refused before anything is stored",
    },
  },
  {
    name: "payment_of_cart",
    protects: "money",
    file: `${modules}/checkout/payment/tenders.ts`,
    changes: [{ from: "if (isForeign) throw", to: "if (false) throw" }],
    killedBy: { file: refusals, test: "a payment that names another cart's payment is refused" },
  },
  {
    name: "address_is_its_own",
    protects: "access",
    file: "apps/server/src/db/emailIs.ts",
    changes: [{ from: " and lower(${sql.raw(column)}) = lower(${email}::text))", to: ")" }],
    killedBy: {
      file: "apps/server/src/db/emailIs.test.ts",
      test: "an account is found by letters that the collation takes for the same only where the address is its own",
    },
  },
  {
    name: "one_of_the_addresses_is_its_own",
    protects: "access",
    file: "apps/server/src/db/emailIs.ts",
    changes: [{ from: " and lower(${column}) = any(${emails}))", to: ")" }],
    killedBy: {
      file: "apps/server/src/db/emailIs.test.ts",
      test: "an account is found by letters that the collation takes for the same only where the address is its own",
    },
  },
  {
    name: "terms_accepted",
    protects: "access",
    file: `${modules}/checkout/purchaser/purchaserWrite.ts`,
    changes: [
      {
        from: 'throw new Refused({ code: "terms_not_accepted", context: "checkout", extra: { terms: cleanTerms(terms) } });',
        to: "return null;",
      },
    ],
    killedBy: { file: refusals, test: "checkout is refused until the terms are accepted" },
  },
  {
    name: "cart_lock_at_checkout",
    protects: "money",
    file: `${modules}/checkout/batch/lockCheckout.sql.ts`,
    changes: [{ from: "id = asked.id for update) c", to: "id = asked.id offset 0) c" }],
    killedBy: {
      file: `${modules}/checkout/checkout.race.test.ts`,
      test: "a cart paid for by many clicks at once has one payment and one charge",
    },
  },
  {
    name: "checkout_snapshot_current",
    protects: "stock",
    file: `${modules}/checkout/batch/checkoutSnapshotCache.ts`,
    changes: [
      {
        from: 'cart.state === "pending" && cart.leased_until_settled && cart.version === snapshot.version',
        to: "cart.id === snapshot.id",
      },
    ],
    killedBy: {
      file: `${modules}/checkout/batch/checkoutSnapshotCache.race.test.ts`,
      test: "the cache of carts in checkout is not used for a cart that was changed and paid at another server",
    },
  },
  {
    name: "booked_while_held",
    protects: "stock",
    file: `${modules}/checkout/batch/checkoutWrites.sql.ts`,
    changes: [
      { from: " and t.id = w.id and t.state = w.was", to: " and t.id = w.id" },
      { from: '${assertAllMoved("tickets were still held")}', to: "select 0" },
    ],
    killedBy: {
      file: `${modules}/checkout/batch/checkoutBatch.test.ts`,
      test: "a ticket that is no longer held is not booked",
    },
  },
  {
    name: "refund_condition",
    protects: "money",
    file: `${modules}/checkout/refund/refunds.sql.ts`,
    changes: [
      { from: ".where(sql<boolean>`p.refunded + p.refunding + ${amount}::bigint <= p.amount - ${kept}`)", to: "" },
    ],
    killedBy: {
      file: `${modules}/checkout/refund/refundPayment.race.test.ts`,
      test: "twenty simultaneous refunds return no more than was paid",
    },
  },
  {
    name: "session_moved_before_payment",
    protects: "money",
    file: "apps/server/src/modules/checkout/payment/decidePayment.ts",
    changes: [{ from: "    refuseMovedSessions(ctx, checkout, sent.starts);\n", to: "" }],
    killedBy: {
      file: "apps/server/src/office/sessions/moveSessions.test.ts",
      test: "is paid for by nobody who was shown its old time, until they know the new one",
    },
  },
  {
    name: "refusal_has_current_terms",
    protects: "access",
    file: `${modules}/checkout/purchaser/purchaserWrite.ts`,
    changes: [{ from: "extra: { terms: cleanTerms(terms) }", to: "extra: {}" }],
    killedBy: {
      file: `${modules}/checkout/checkout.test.ts`,
      test: "the purchaser has to accept the terms where the seller has them",
    },
  },
];
