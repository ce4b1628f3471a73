import * as fc from "fast-check";
import { expect, test } from "vitest";
import { journalTicket as ticket } from "../../test/journalTicket.ts";
import {
  cancelledLines,
  captureLines,
  cardAdjustedLines,
  cardIssuedLines,
  changeLines,
  disputeLines,
  orderLines,
  refundLines,
  reversedLines,
  type JournalLine,
  type JournalTicket,
} from "./journalRows.ts";

/** Lines in accounting notation: from, to, amount. */
const inShort = (lines: readonly JournalLine[]): readonly string[] =>
  lines.map(
    ({ debit, credit, amount, tickets }) => `${credit} → ${debit} ${amount}${tickets === 0 ? "" : ` ×${tickets}`}`,
  );

/** The balance of each account; income is negative. Accounts with a zero balance are left out. */
const balances = (lines: readonly JournalLine[]): Readonly<Record<string, number>> => {
  const sums = new Map<string, number>();
  for (const { debit, credit, amount } of lines) {
    sums.set(debit, (sums.get(debit) ?? 0) + amount);
    sums.set(credit, (sums.get(credit) ?? 0) - amount);
  }
  return Object.fromEntries(
    [...sums].filter(([, amount]) => amount !== 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
};

const card = { id: "p1", gateway_id: "test", amount: 4800 } as const;
const giftCard = { id: "p2", gateway_id: "ledger", amount: 1000 } as const;
const rates = { default: 20 };
const vat = { name: "VAT", percent: 6.9 };

test.each([
  [
    "two tickets by card",
    { tickets: [ticket(), ticket()], captured: [card], rates: null },
    ["suspense → cash:test 4800", "sales → suspense 4800 ×2"],
  ],
  [
    "money that was taken before",
    { tickets: [ticket(), ticket()], captured: [], rates: null },
    ["sales → suspense 4800 ×2"],
  ],
  [
    "a discount and a fee",
    { tickets: [ticket({ adjusted_value: 2000, fee_fixed: 100, fee_percent: 20 })], captured: [], rates: null },
    ["sales → suspense 2000 ×1", "sales → discounts 400", "fees → suspense 120"],
  ],
  [
    "two types and two sessions",
    {
      tickets: [
        ticket(),
        ticket({ ticket_type_id: "child", face_value: 900, adjusted_value: 900 }),
        ticket({ event_session_id: "eleven" }),
      ],
      captured: [],
      rates: null,
    },
    ["sales → suspense 2400 ×1", "sales → suspense 900 ×1", "sales → suspense 2400 ×1"],
  ],
  [
    "tax in the price and in the fee",
    { tickets: [ticket({ fee_fixed: 120 })], captured: [], rates },
    ["sales → suspense 2000 ×1", "fees → suspense 100", "tax:20 → suspense 420"],
  ],
  [
    "the tax that a type names before the order's rates, and without any",
    { tickets: [ticket({ tax: vat }), ticket({ ticket_type_id: "child" })], captured: [], rates },
    ["sales → suspense 2245 ×1", "tax:6.9:VAT → suspense 155", "sales → suspense 2000 ×1", "tax:20 → suspense 400"],
  ],
  [
    "two taxes of one type and session, each rounded once for each ticket",
    {
      tickets: [
        ticket({ tax: vat, fee_fixed: 50 }),
        ticket({ tax: { name: "VAT", percent: 20 } }),
        ticket({ tax: vat }),
      ],
      captured: [],
      rates: null,
    },
    [
      "sales → suspense 4490 ×2",
      "fees → suspense 47",
      "tax:6.9:VAT → suspense 313",
      "sales → suspense 2000 ×1",
      "tax:20:VAT → suspense 400",
    ],
  ],
  [
    "tickets for nothing are counted",
    { tickets: [ticket({ face_value: 0, adjusted_value: 0 })], captured: [], rates },
    ["sales → suspense 0 ×1"],
  ],
  [
    "a gift card is a liability, a donation no sale, and neither bears tax",
    {
      tickets: [
        ticket({ handler: "ledger", event_session_id: null, tax: vat }),
        ticket({ handler: "donation", ticket_type_id: "gift", tax: vat }),
      ],
      captured: [],
      rates,
    },
    ["gift_cards → suspense 2400 ×1", "donations → suspense 2400 ×1"],
  ],
])("an order of %s", (_, order, lines) => expect(inShort(orderLines(order))).toEqual(lines));

test.each([
  ["a card", captureLines(card), ["suspense → cash:test 4800"]],
  ["a gift card", captureLines(giftCard), ["suspense → gift_cards 1000"]],
  ["nothing", captureLines({ ...card, gateway_id: "free", amount: 0 }), []],
])("a capture of %s", (_, lines, expected) => expect(inShort(lines)).toEqual(expected));

const noChange = { leaving: [], added: [], paid: 0, fee: 0, refund: 0, gift_card: 0, bonus: 0, rates: null };
test.each([
  [
    "a cancellation with a fee",
    { ...noChange, leaving: [ticket()], fee: 400, refund: 2000 },
    ["refunds_due → sales 2400 ×-1", "change_fees → refunds_due 400"],
  ],
  [
    "a refund as a gift card with a bonus: the card itself has its own entry",
    { ...noChange, leaving: [ticket()], gift_card: 2640, bonus: 240 },
    ["refunds_due → sales 2400 ×-1", "given → refunds_due 2400"],
  ],
  [
    "a dearer ticket",
    {
      ...noChange,
      leaving: [ticket()],
      added: [ticket({ event_session_id: "gala", face_value: 3000, adjusted_value: 3000 })],
      paid: 600,
    },
    ["refunds_due → sales 2400 ×-1", "refunds_due → suspense 600", "sales → refunds_due 3000 ×1"],
  ],
  [
    "a ticket whose money went back before",
    { ...noChange, leaving: [ticket()] },
    ["refunds_due → sales 2400 ×-1", "refunds → refunds_due 2400"],
  ],
  [
    "a gift card that is taken back meets its own entry",
    { ...noChange, leaving: [ticket({ handler: "ledger", event_session_id: null })], refund: 2400 },
    ["refunds_due → card_adjustments 2400 ×-1"],
  ],
  [
    "a kept fee bears the default rate",
    { ...noChange, leaving: [ticket({ handler: "donation" })], fee: 1200, refund: 1200, rates },
    ["refunds_due → donations 2400 ×-1", "change_fees → refunds_due 1000", "tax:20 → refunds_due 200"],
  ],
])("%s", (_, change, lines) => expect(inShort(changeLines(change))).toEqual(lines));

const refund = { payment: { ...card, has_order: true }, amount: 500 };
test.each([
  ["what a change owes", { ...refund, reason: "change" }, ["cash:test → refunds_due 500"]],
  ["late money", { ...refund, payment: { ...card, has_order: false }, reason: "late" }, ["cash:test → suspense 500"]],
  [
    "money without an order",
    { ...refund, payment: { ...card, has_order: false }, reason: "requested" },
    ["cash:test → suspense 500"],
  ],
  ["money of an order that is not cancelled", { ...refund, reason: "requested" }, ["cash:test → refunds 500"]],
  ["what was refunded at the provider", { ...refund, reason: "external" }, ["cash:test → refunds 500"]],
  [
    "a gift card's money",
    { ...refund, payment: { ...giftCard, has_order: true }, reason: "change" },
    ["gift_cards → refunds_due 500"],
  ],
] as const)("a refund of %s", (_, given, lines) => expect(inShort(refundLines(given))).toEqual(lines));

test.each([
  ["opened", { action: "dispute_opened", amount: 4800, withheld: 4800 }, ["cash:test → disputes:test 4800"]],
  ["won", { action: "dispute_closed", amount: 0, withheld: 4800 }, ["disputes:test → cash:test 4800"]],
  ["lost", { action: "dispute_closed", amount: 4800, withheld: 4800 }, []],
  ["charged for", { action: "dispute_fee", amount: 1500, withheld: 0 }, ["cash:test → provider_fees:test 1500"]],
] as const)("a dispute that is %s", (_, given, lines) =>
  expect(inShort(disputeLines({ payment: card, ...given }))).toEqual(lines),
);

test.each([
  ["given", cardIssuedLines(5000), ["gift_cards → given 5000"]],
  ["topped up", cardAdjustedLines(500), ["gift_cards → card_adjustments 500"]],
  ["closed", cardAdjustedLines(-500), ["card_adjustments → gift_cards 500"]],
])("a gift card that is %s", (_, lines, expected) => expect(inShort(lines)).toEqual(expected));

test("tickets are cancelled when their money has gone back", () =>
  expect(inShort(cancelledLines([ticket(), ticket()], null))).toEqual(["refunds → sales 4800 ×-2"]));

const anyTicket = fc
  .record({
    ticket_type_id: fc.constantFrom("adult", "child"),
    event_session_id: fc.constantFrom("ten", "eleven", null),
    handler: fc.constantFrom("tickets", "ledger", "donation", "membership"),
    event_category: fc.constantFrom(null, "film"),
    face_value: fc.nat(300_00),
    discount: fc.nat(100),
    fee_fixed: fc.nat(300),
    fee_percent: fc.nat(300),
    tax: fc.constantFrom(null, vat, { name: "GST", percent: 0.125 }, { name: "VAT", percent: 0 }),
  })
  .map(({ discount, ...given }) =>
    // The ids contain the handler and the category, because those never change within a type.
    ticket({
      ...given,
      ticket_group_id: given.handler,
      ticket_type_id: `${given.handler}-${given.ticket_type_id}-${given.event_category}`,
      adjusted_value: Math.floor((given.face_value * (100 - discount)) / 100),
    }),
  );
const anyRates = fc.constantFrom(
  null,
  { default: 20 },
  { default: 7.7, categories: { film: 5.5 }, groups: { membership: 0 } },
);
const priceOf = (tickets: readonly JournalTicket[]): number =>
  tickets.reduce(
    (sum, { adjusted_value, fee_fixed, fee_percent }) => sum + adjusted_value + fee_fixed + fee_percent,
    0,
  );

test("a line names its tax account, even if a named tax is zero", () => {
  const taxesOf = (tickets: readonly JournalTicket[]) =>
    orderLines({ tickets, captured: [card], rates }).map(({ credit, tax }) => `${credit} ${tax}`);
  expect(taxesOf([ticket({ tax: vat, adjusted_value: 2000 })])).toEqual([
    "suspense null",
    "sales tax:6.9:VAT",
    "sales tax:6.9:VAT",
    "tax:6.9:VAT tax:6.9:VAT",
  ]);
  expect(taxesOf([ticket({ tax: { name: "VAT", percent: 0 } })])).toEqual(["suspense null", "sales tax:0:VAT"]);
  expect(taxesOf([ticket()])).toEqual(["suspense null", "sales tax:20", "tax:20 tax:20"]);
  const zero = { ...noChange, fee: 400, rates: { default: 0 } };
  expect(changeLines(zero).map(({ credit, tax }) => `${credit} ${tax}`)).toEqual([
    "change_fees null",
    "refunds_due null",
  ]);
});

test("a change reverses the tax of the old tickets and books that of the new ones", () => {
  const change = {
    ...noChange,
    leaving: [ticket({ tax: vat })],
    added: [ticket({ tax: { name: "VAT", percent: 20 } })],
  };
  expect(inShort(changeLines({ ...change, rates }))).toEqual([
    "refunds_due → sales 2245 ×-1",
    "refunds_due → tax:6.9:VAT 155",
    "sales → refunds_due 2000 ×1",
    "tax:20:VAT → refunds_due 400",
  ]);
});

test("a random order matches its payment and its tickets to the cent", () => {
  fc.assert(
    fc.property(fc.array(anyTicket, { minLength: 1, maxLength: 12 }), anyRates, (tickets, rates) => {
      const total = priceOf(tickets);
      const lines = orderLines({ tickets, captured: [{ ...card, amount: total }], rates });
      const { suspense = 0, discounts = 0, "cash:test": cash = 0, ...income } = balances(lines);
      expect(lines.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      expect(suspense).toBe(0);
      expect(cash).toBe(total);
      expect(discounts).toBe(
        tickets.reduce((sum, { face_value, adjusted_value }) => sum + face_value - adjusted_value, 0),
      );
      expect(Object.values(income).reduce((sum, amount) => sum + amount, 0)).toBe(-total - discounts);
      expect(lines.reduce((sum, { tickets: n }) => sum + n, 0)).toBe(tickets.length);
    }),
  );
});

test("giving up tickets in any order and number reverses exactly their part", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyTicket, fc.nat(3)), { minLength: 1, maxLength: 12 }),
      anyRates,
      fc.nat(50_00),
      (sold, rates, fee) => {
        const tickets = sold.map(([one]) => one);
        const all = [...orderLines({ tickets, captured: [{ ...card, amount: priceOf(tickets) }], rates })];
        for (const turn of [0, 1, 2, 3]) {
          const leaving = sold.filter(([, nth]) => nth === turn).map(([one]) => one);
          const kept = Math.min(fee, priceOf(leaving));
          const amount = priceOf(leaving) - kept;
          all.push(...changeLines({ ...noChange, leaving, fee: kept, refund: amount, rates }));
          all.push(...refundLines({ ...refund, amount, reason: "change" }));
          // Returned cards are closed.
          for (const { handler, face_value } of leaving)
            if (handler === "ledger") all.push(...cardAdjustedLines(-face_value));
        }
        const { "cash:test": cash = 0, change_fees = 0, ...rest } = balances(all);
        const taxOfFees = Object.entries(rest).filter(([account]) => account.startsWith("tax:"));
        expect(Object.keys(rest).filter((account) => !account.startsWith("tax:"))).toEqual([]);
        expect(cash + change_fees + taxOfFees.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
      },
    ),
  );
});

test("a random change leaves exactly the refund in refunds_due", () => {
  fc.assert(
    fc.property(
      fc.array(anyTicket, { maxLength: 6 }),
      fc.array(anyTicket, { maxLength: 6 }),
      fc.record({ paid: fc.nat(9000), fee: fc.nat(900), refund: fc.nat(9000), gift_card: fc.nat(9000) }),
      anyRates,
      (leaving, added, amounts, rates) => {
        const lines = changeLines({ ...amounts, leaving, added, bonus: Math.floor(amounts.gift_card / 10), rates });
        expect(balances(lines)["refunds_due"] ?? 0).toBe(amounts.refund === 0 ? 0 : -amounts.refund);
        expect(lines.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      },
    ),
  );
});

test("a refund that failed leaves no trace in any account", () => {
  const lines = refundLines({ ...refund, reason: "change" });
  expect(balances([...lines, ...reversedLines(lines)])).toEqual({});
});
