import type { Mutant } from "../mutant.ts";

const office = "apps/server/src/office/giftcards";
const gateway = "apps/server/src/providers/payments/giftcard/giftCardGateway.ts";
const cards = `${office}/giftCards.test.ts`;
const races = `${office}/giftCards.race.test.ts`;
const imports = "apps/server/src/office/giftcards/importCards.test.ts";
const issues = `${office}/issueCards.test.ts`;

/** Guards of gift cards in the back office. */
export const giftCardMutants: readonly Mutant[] = [
  {
    name: "number_not_sent_to_cleared_address",
    protects: "money",
    file: `${office}/changeCard.ts`,
    changes: [{ from: "to === null ? undefined : await sendGiftCardEmail", to: "await sendGiftCardEmail" }],
    killedBy: { file: cards, test: "is replaced without an e-mail if its address is cleared" },
  },
  {
    name: "card_past_its_end_not_adjusted",
    protects: "money",
    file: `${office}/changeCard.ts`,
    changes: [{ from: "if (isPastEnd(ctx, card))", to: "if (isPastEnd(ctx, card) && given === ``)" }],
    killedBy: {
      file: `${office}/endedCards.test.ts`,
      test: "is not adjusted, since its end would take that off again",
    },
  },
  {
    name: "card_voided_twice_is_restored",
    protects: "money",
    file: `${office}/giftCard.sql.ts`,
    changes: [{ from: "and x.act <> 'void' and (x.created_at", to: "and (x.created_at" }],
    killedBy: {
      file: cards,
      test: "a card that got money back and was voided again gets back what both times removed",
    },
  },
  {
    name: "replaced_numbers_not_downloaded",
    protects: "access",
    file: "apps/server/src/modules/giftcards/batches/batches.sql.ts",
    changes: [
      {
        from: "\n       and not exists (select from replaced_gift_card_number r where r.seller_id = $1 and r.account_id = a.id)",
        to: "",
      },
    ],
    killedBy: { file: issues, test: "do not show a number that replaced a lost one" },
  },
  {
    name: "gift_cards_only_where_accepted",
    protects: "money",
    file: `${office}/cardLimits.ts`,
    changes: [{ from: "if (seller.configuration.ledger_id === undefined)", to: "if (seller.id === undefined)" }],
    killedBy: {
      file: "apps/server/src/office/giftcards/issueCards.test.ts",
      test: "cards of a seller that accepts none are neither issued nor imported",
    },
  },
  {
    name: "card_is_still_past_its_end",
    protects: "money",
    file: "apps/server/src/modules/giftcards/endedCards.sql.ts",
    changes: [
      {
        from: "where seller_id = $1 and id = $2 and ${isOver} for update",
        to: "where seller_id = $1 and id = $2 for update",
      },
    ],
    killedBy: {
      file: "apps/server/src/office/giftcards/endedCards.test.ts",
      test: "a card whose end has passed and whose end is moved while the job is about to end it keeps its balance",
    },
  },
  {
    name: "ended_amount_comes_back_once",
    protects: "money",
    file: "apps/server/src/modules/giftcards/endedCards.sql.ts",
    changes: [{ from: "w.act in ('ended', 'extended')", to: "w.act = 'ended'" }],
    killedBy: {
      file: "apps/server/src/office/giftcards/endedCards.test.ts",
      test: "a card whose end has passed gets it back with a later end, and pays again",
    },
  },
  {
    name: "gift_card_replaced_number",
    protects: "money",
    file: gateway,
    changes: [{ from: 'if (account.normalized !== normalized) return failedStatus("not_found");', to: "" }],
    killedBy: { file: races, test: "does not pay with a number that was replaced meanwhile" },
  },
  {
    name: "gift_card_version",
    protects: "money",
    file: `${office}/changeCard.ts`,
    changes: [{ from: "if (version !== undefined && cardVersion(", to: "if (version === `` && cardVersion(" }],
    killedBy: { file: cards, test: "from a page that has changed since is refused, and says the balance" },
  },
  {
    name: "gift_card_locked_at_desk",
    protects: "money",
    file: `${office}/giftCard.sql.ts`,
    changes: [{ from: "where seller_id = $1 and id = $2 for update`", to: "where seller_id = $1 and id = $2`" }],
    killedBy: { file: races, test: "two people who take off the same balance take it once" },
  },
  {
    name: "gift_card_below_zero",
    protects: "money",
    file: `${office}/changeCard.ts`,
    changes: [{ from: "if (entry_id === undefined)\n    throw", to: "if (entry_id === ``)\n    throw" }],
    killedBy: {
      file: cards,
      test: "below zero, and below what is promised to a payment, is refused and changes nothing",
    },
  },
  {
    name: "gift_card_restored_after_refund",
    protects: "money",
    file: `${office}/giftCard.sql.ts`,
    changes: [{ from: "\n       and (a.source_ticket_id is null or t.state in ('booked', 'redeemed'))", to: "" }],
    killedBy: { file: cards, test: "a card whose sale was refunded since is not made good" },
  },
  {
    name: "gift_card_restored_only_after_void",
    protects: "money",
    file: `${office}/giftCard.sql.ts`,
    changes: [{ from: "w.account_id = a.id and w.act = 'void'", to: "w.account_id = a.id" }],
    killedBy: { file: cards, test: "a card that was closed after an adjustment is not made good" },
  },
  {
    name: "gift_card_limit",
    protects: "money",
    file: `${office}/changeCard.ts`,
    changes: [
      {
        from: 'if (amount > 0 && card.balance + amount > maxAmountOf(ctx.seller, card.currency)) throw invalidFields("amount");',
        to: "",
      },
    ],
    killedBy: { file: cards, test: "above the seller's limit is refused" },
  },
  {
    name: "gift_card_numbers_of_issuer",
    protects: "access",
    file: `${office}/issueCards.ts`,
    changes: [{ from: "staff_id === staff.id && is_fresh", to: "is_fresh" }],
    killedBy: { file: issues, test: "show their numbers to nobody else, and to nobody a day later" },
  },
  {
    name: "gift_card_numbers_for_a_day",
    protects: "access",
    file: `${office}/issueCards.ts`,
    changes: [{ from: "staff_id === staff.id && is_fresh", to: "staff_id === staff.id" }],
    killedBy: { file: issues, test: "show their numbers to nobody else, and to nobody a day later" },
  },
  {
    name: "gift_card_batch_locked",
    protects: "money",
    file: "apps/server/src/modules/giftcards/batches/batches.sql.ts",
    changes: [{ from: " limit 1 for update skip locked`", to: " limit 1`" }],
    killedBy: { file: issues, test: "two servers share the work, and no card is made twice" },
  },
  {
    name: "imported_card_numbers_unique",
    protects: "money",
    file: `${office}/importCards.ts`,
    changes: [
      { from: "rows: rows.filter((row) => !isTaken(row)),", to: "rows," },
      { from: "...rows.filter(isTaken).map(", to: "...rows.filter(() => false).map(" },
    ],
    killedBy: { file: imports, test: "no card gets a number that another one has or had" },
  },
  {
    name: "imported_cards_all_or_none",
    protects: "money",
    file: `${office}/importCards.ts`,
    changes: [{ from: '  if (problems.length > 0) throw wrongLines(problems, "ledger");\n', to: "" }],
    killedBy: { file: imports, test: "a file with a wrong line is refused whole" },
  },
  {
    name: "imported_cards_once",
    protects: "money",
    file: `${office}/importCards.ts`,
    changes: [{ from: "  if (known) return known;\n", to: "" }],
    killedBy: { file: imports, test: "sent again it is one import" },
  },
  {
    name: "import_of_another_person",
    protects: "access",
    file: `${office}/importCards.ts`,
    changes: [{ from: "known.staff_id !== ctx.staff.id || known.amount !== null", to: "known.amount !== null" }],
    killedBy: { file: imports, test: "sent again it is one import" },
  },
  {
    name: "imported_balance_within_the_limit",
    protects: "money",
    file: "packages/rules/src/checkout/giftcards/importCards.ts",
    changes: [
      {
        from: "  if (balance > maxBalance) return `has a balance above ${toDecimal(maxBalance, currency)}`;\n",
        to: "",
      },
    ],
    killedBy: {
      file: "packages/rules/src/checkout/giftcards/importCards.test.ts",
      test: "a line is wrong that has more than a card may have",
    },
  },
  {
    name: "imported_numbers_not_downloaded",
    protects: "access",
    file: `${office}/issueCards.ts`,
    changes: [{ from: "amount !== null && staff_id === staff.id", to: "staff_id === staff.id" }],
    killedBy: { file: imports, test: "a file is checked, and its cards pay" },
  },
  {
    name: "cards_keep_their_recipients",
    protects: "money",
    file: "apps/server/src/providers/payments/giftcard/ledger.sql.ts",
    changes: [
      { from: "return ids.flatMap((id) => byId.get(id) ?? []);", to: "return [...byId.values()].toReversed();" },
    ],
    killedBy: { file: imports, test: "more cards than one statement makes" },
  },
  {
    name: "number_hidden_in_shown_email",
    protects: "money",
    file: `${office}/cardEmailPreview.ts`,
    changes: [{ from: "email.text.replaceAll(hidden.number, hidden.shown)", to: "email.text" }],
    killedBy: {
      file: `${office}/cardEmails.test.ts`,
      test: "the e-mail that sends a card again is previewed as it is sent, with the end of the number alone",
    },
  },
];
