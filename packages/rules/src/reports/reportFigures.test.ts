import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
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
} from "../journal/journalRows.ts";
import { journalTicket as ticket } from "../../test/journalTicket.ts";
import {
  figuresOfSums,
  meansOf,
  rateOf,
  reportFigures,
  totalOfRows,
  withBalances,
  type JournalReportName,
  type MovedSum,
} from "./reportFigures.ts";
import { withCardActs } from "./cardActs.ts";

const card = { id: "p1", gateway_id: "test", amount: 4800 } as const;
const giftCard = { id: "p2", gateway_id: "ledger", amount: 1000 } as const;
const unchanged = { leaving: [], added: [], paid: 0, fee: 0, refund: 0, gift_card: 0, bonus: 0, rates: null };

/** Lines in the form of daily sums. */
const sums = (cause: string, lines: readonly JournalLine[]): readonly MovedSum[] =>
  lines.map(({ debit, credit, amount, tickets, tax }) => ({
    cause,
    debit,
    credit,
    amount,
    tickets,
    tax: tax ?? "",
  }));
const order = (tickets: readonly JournalTicket[], rates: { default: number } | null = null) =>
  sums("order", orderLines({ tickets, captured: [card], rates }));

/** Non-zero figures, by column. */
const figuresOf = (name: JournalReportName, moved: readonly MovedSum[]): Readonly<Record<string, number>> => {
  const report = reportFigures[name];
  const figures = figuresOfSums(report, moved);
  return Object.fromEntries(
    report.columns.flatMap((column, index) => (figures[index] === 0 ? [] : [[column.name, figures[index] ?? 0]])),
  );
};

describe("sales", () => {
  test.each([
    ["two tickets", order([ticket(), ticket()]), { tickets: 2, face_value: 4800, net: 4800, gross: 4800 }],
    [
      "a discount, a fee and tax",
      order([ticket({ adjusted_value: 2000, fee_fixed: 120 })], { default: 20 }),
      { tickets: 1, face_value: 2067, discounts: -400, fees: 100, net: 1767, tax: 353, gross: 2120 },
    ],
    [
      "a ticket that is given up for a fee",
      sums("change", changeLines({ ...unchanged, leaving: [ticket()], fee: 400, refund: 2000 })),
      { tickets: -1, fees: 400, refunds: -2400, net: -2000, gross: -2000 },
    ],
    [
      "money of an order as it stands",
      sums("refund", refundLines({ payment: { ...card, has_order: true }, amount: 500, reason: "requested" })),
      { refunds: -500, net: -500, gross: -500 },
    ],
    ["a gift card", order([ticket({ handler: "ledger", event_session_id: null })]), {}],
    ["a donation", order([ticket({ handler: "donation", event_session_id: null })]), {}],
    [
      "what a gift card paid",
      sums("order", orderLines({ tickets: [ticket()], captured: [giftCard], rates: null })),
      { tickets: 1, face_value: 2400, net: 2400, gross: 2400 },
    ],
    [
      "a membership",
      order([ticket({ handler: "membership", event_session_id: null })]),
      { tickets: 1, face_value: 2400, net: 2400, gross: 2400 },
    ],
  ])("of %s", (_, moved, expected) => expect(figuresOf("sales", moved)).toEqual(expected));
});

describe("money by means", () => {
  test.each([
    ["a capture", sums("capture", captureLines(card)), { taken: 4800, net: 4800 }],
    ["a gift card that pays", sums("capture", captureLines(giftCard)), { taken: 1000, net: 1000 }],
    [
      "a refund to a gift card",
      sums("refund", refundLines({ payment: { ...giftCard, has_order: true }, amount: 300, reason: "change" })),
      { given_back: -300, net: -300 },
    ],
    [
      "a refund that failed",
      sums(
        "refund_failed",
        reversedLines(refundLines({ payment: { ...card, has_order: true }, amount: 300, reason: "change" })),
      ),
      { given_back: 300, net: 300 },
    ],
    [
      "a dispute",
      sums("dispute", disputeLines({ payment: card, action: "dispute_opened", amount: 4800, withheld: 4800 })),
      { disputed: -4800, net: -4800 },
    ],
    [
      "its fee",
      sums("dispute", disputeLines({ payment: card, action: "dispute_fee", amount: 1500, withheld: 0 })),
      { charged: -1500, net: -1500 },
    ],
    [
      "a gift card that is sold",
      sums("order", orderLines({ tickets: [ticket({ handler: "ledger" })], captured: [], rates: null })),
      {},
    ],
  ])("of %s", (_, moved, expected) => expect(figuresOf("money", moved)).toEqual(expected));

  test("tells means apart", () => {
    const moved = sums("order", orderLines({ tickets: [ticket()], captured: [card, giftCard], rates: null }));
    expect(moved.map(meansOf)).toEqual(["test", "ledger", ""]);
  });
});

describe("gift cards", () => {
  test.each([
    ["sold", order([ticket({ handler: "ledger", event_session_id: null })]), { sold: 2400, closing: 2400 }],
    ["given", sums("card_issued", cardIssuedLines(500)), { free: 500, closing: 500 }],
    ["topped up", sums("card_adjusted", cardAdjustedLines(500)), { adjusted: 500, closing: 500 }],
    ["closed", sums("card_adjusted", cardAdjustedLines(-500)), { voided: -500, closing: -500 }],
    ["spent", sums("capture", captureLines(giftCard)), { spent: -1000, closing: -1000 }],
    [
      "given money back to",
      sums("refund", refundLines({ payment: { ...giftCard, has_order: true }, amount: 300, reason: "change" })),
      { given_back: 300, closing: 300 },
    ],
  ])("that are %s", (_, moved, expected) => expect(figuresOf("gift_cards", moved)).toEqual(expected));

  test("reductions by staff, expiries and restored balances are each in their own column", () => {
    // The journal alone reports an increase of 700 and a decrease of 1,100.
    const figures = [0, 0, 0, 0, 0, 700, -1100, 0, -400];
    const acts = { adjusted: -200, ended: -500, extended: 300 };
    const moved = withCardActs(figures, acts);
    expect(moved).toEqual([0, 0, 0, 0, 0, 200, -400, -200, -400]);
    expect(moved.slice(1, 8).reduce((sum, value) => sum + value, 0)).toBe(moved[8]);
  });

  test("each day opens with the previous day's closing", () => {
    const report = reportFigures.gift_cards;
    const days = [cardIssuedLines(500), [], cardAdjustedLines(-200)].map((lines, nth) =>
      figuresOfSums(report, sums(nth === 0 ? "card_issued" : "card_adjusted", lines)),
    );
    const rows = withBalances(report, 1000, days);
    expect(rows.map((row) => [row[0], row.at(-1)])).toEqual([
      [1000, 1500],
      [1500, 1500],
      [1500, 1300],
    ]);
    expect(totalOfRows(report, rows)).toEqual([1000, 0, 500, 0, 0, 0, -200, 0, 1300]);
  });
});

describe("tax", () => {
  test("is reported by the rate of the ticket, with fees at their ticket's rate", () => {
    const moved = order([ticket({ fee_fixed: 120 })], { default: 20 });
    expect(moved.map(rateOf)).toEqual(["", "20", "20", "20"]);
    expect(figuresOf("tax", moved)).toEqual({ net: 2100, tax: 420, gross: 2520 });
  });
  test("is reported by the name and rate of the type's tax, also of one type with two taxes", () => {
    const moved = order([ticket({ tax: { name: "VAT", percent: 6.9 } }), ticket({ tax: { name: "VAT", percent: 0 } })]);
    expect(moved.map(rateOf)).toEqual(["", "6.9:VAT", "6.9:VAT", "0:VAT"]);
    const net = moved.filter((one) => rateOf(one) === "6.9:VAT");
    expect(figuresOf("tax", net)).toEqual({ net: 2245, tax: 155, gross: 2400 });
  });
  test("is reversed when a ticket is given up", () => {
    const moved = sums(
      "change",
      changeLines({ ...unchanged, leaving: [ticket()], refund: 2400, rates: { default: 20 } }),
    );
    expect(figuresOf("tax", moved)).toEqual({ net: -2000, tax: -400, gross: -2400 });
  });
});

test("a donation, and one that is taken back", () => {
  const donation = ticket({ handler: "donation", event_session_id: null });
  expect(figuresOf("donations", order([donation]))).toEqual({ donations: 1, given: 2400, net: 2400 });
  const back = sums("change", changeLines({ ...unchanged, leaving: [donation], refund: 2400 }));
  expect(figuresOf("donations", back)).toEqual({ donations: -1, taken_back: -2400, net: -2400 });
});

const anySum = fc.record({
  cause: fc.constantFrom(
    "order",
    "change",
    "refund",
    "refund_failed",
    "cancelled",
    "dispute",
    "card_issued",
    "card_adjusted",
  ),
  debit: fc.constantFrom(
    "sales",
    "discounts",
    "fees",
    "change_fees",
    "refunds",
    "tax:20",
    "suspense",
    "cash:test",
    "gift_cards",
    "donations",
  ),
  credit: fc.constantFrom(
    "sales",
    "discounts",
    "fees",
    "change_fees",
    "refunds",
    "tax:7.7",
    "suspense",
    "cash:test",
    "gift_cards",
    "donations",
  ),
  amount: fc.nat(100_00),
  tickets: fc.integer({ min: -3, max: 3 }),
  tax: fc.constantFrom("", "tax:20"),
});
/** The change of the accounts, credits less debits. */
const creditedTo = (moved: readonly MovedSum[], ...families: readonly string[]): number =>
  moved.reduce(
    (sum, { debit, credit, amount }) =>
      sum +
      (families.includes(credit.split(":")[0] ?? "") ? amount : 0) -
      (families.includes(debit.split(":")[0] ?? "") ? amount : 0),
    0,
  );

test("whatever moves, the totals equal the changes of the accounts", () => {
  fc.assert(
    fc.property(fc.array(anySum, { maxLength: 12 }), (moved) => {
      const sales = figuresOfSums(reportFigures.sales, moved);
      expect(sales[5]).toBe(creditedTo(moved, "sales", "discounts", "fees", "change_fees", "refunds"));
      expect(sales[6]).toBe(creditedTo(moved, "tax"));
      expect((sales[1] ?? 0) + (sales[2] ?? 0) + (sales[3] ?? 0) + (sales[4] ?? 0)).toBe(sales[5]);
      expect(figuresOfSums(reportFigures.gift_cards, moved)[8]).toBe(creditedTo(moved, "gift_cards"));
      expect(figuresOfSums(reportFigures.donations, moved)[3]).toBe(creditedTo(moved, "donations"));
      const cash = figuresOfSums(
        reportFigures.money,
        moved.filter((one) => meansOf(one) === "test"),
      );
      expect(cash[4]).toBe(0 - creditedTo(moved, "cash"));
    }),
  );
});
