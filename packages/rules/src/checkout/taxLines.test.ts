import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { receiptTaxes, taxLines, taxOfTicket, taxPercentOf, type TaxedTicket } from "./taxLines.ts";

describe("the tax in prices that include it", () => {
  test.each([
    ["20 % of 12.00", [{ gross: 1200, percent: 20 }], [[20, 1000, 200, 1200]]],
    ["one rate is rounded once: 3 × 3.33", [1, 2, 3].map(() => ({ gross: 333, percent: 20 })), [[20, 832, 167, 999]]],
    ["half a cent is rounded up: 20 % of 0.03", [{ gross: 3, percent: 20 }], [[20, 2, 1, 3]]],
    ["5.5 % of 10.00", [{ gross: 1000, percent: 5.5 }], [[5.5, 948, 52, 1000]]],
    ["8.875 % of 108.88", [{ gross: 10888, percent: 8.875 }], [[8.875, 10000, 888, 10888]]],
    ["zero rate", [{ gross: 900, percent: 0 }], [[0, 900, 0, 900]]],
    ["a gift card bears no tax", [{ gross: 5000, percent: null }], [[null, 5000, 0, 5000]]],
    [
      "several rates, the highest first, what bears no tax last",
      [
        { gross: 500, percent: null },
        { gross: 1000, percent: 0 },
        { gross: 1100, percent: 10 },
        { gross: 1200, percent: 20 },
      ],
      [
        [20, 1000, 200, 1200],
        [10, 1000, 100, 1100],
        [0, 1000, 0, 1000],
        [null, 500, 0, 500],
      ],
    ],
    ["free tickets have no line", [{ gross: 0, percent: 20 }], []],
    ["an empty order", [], []],
  ])("%s", (_, amounts, lines) =>
    expect(
      taxLines(amounts.map((amount) => ({ name: "VAT", ...amount }))).map(({ percent, net, tax, gross }) => [
        percent,
        net,
        tax,
        gross,
      ]),
    ).toEqual(lines),
  );

  test("the tax in prices that include it for any amounts net and tax add up to gross, in each rate and in sum", () => {
    const amount = fc.record({
      name: fc.constantFrom("VAT", "GST", null),
      gross: fc.integer({ min: -100_000, max: 100_000_000 }),
      percent: fc.option(
        fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1000),
        { nil: null },
      ),
    });
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 30 }), (amounts) => {
        const lines = taxLines(amounts);
        const sum = (of: "net" | "tax" | "gross") => lines.reduce((all, line) => all + line[of], 0);
        for (const { percent, net, tax, gross } of lines) {
          expect(net + tax).toBe(gross);
          // At most half a minor unit from the exact tax.
          const exact = percent === null ? 0 : (gross * percent) / (100 + percent);
          expect(Math.abs(tax - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
        }
        expect(sum("net") + sum("tax")).toBe(sum("gross"));
        expect(sum("gross")).toBe(amounts.reduce((all, { gross }) => all + gross, 0));
      }),
    );
  });
});

const rates = { default: 20, categories: { Exhibitions: 0 }, groups: { tour: 10 } };
test.each([
  ["the group's own rate", { id: "tour", handler: "tickets", category: "Exhibitions" }, 10],
  ["the category's", { id: "entry", handler: "tickets", category: "Exhibitions" }, 0],
  ["the default", { id: "entry", handler: "tickets", category: "Garden" }, 20],
  ["the default without a category", { id: "entry", handler: "passes", category: null }, 20],
  [
    "a category with the name of a property of objects",
    { id: "entry", handler: "tickets", category: "constructor" },
    20,
  ],
  ["memberships are taxed", { id: "friends", handler: "membership", category: null }, 20],
  ["gift cards are not", { id: "card", handler: "ledger", category: "Exhibitions" }, null],
  ["donations are not", { id: "gift", handler: "donation", category: null }, null],
] as const)("the rate of a group is %s", (_, group, percent) => expect(taxPercentOf(group, rates)).toBe(percent));

const vat = { name: "VAT", percent: 6.9 };
const seller = { tax_name: "VAT", rates };
const ticket = (given: Partial<TaxedTicket> = {}): TaxedTicket => ({
  ticket_group_id: "entry",
  handler: "tickets",
  event_category: null,
  tax: null,
  ...given,
});
const noTax = { name: null, percent: null };

test.each([
  ["the one that it was sold with", ticket({ tax: vat }), seller, vat],
  ["the one that it was sold with, at a seller without invoices", ticket({ tax: vat }), null, vat],
  ["the seller's without one", ticket(), seller, { name: "VAT", percent: 20 }],
  ["none without either", ticket(), null, noTax],
  ["none in a gift card, whatever its type says", ticket({ handler: "ledger", tax: vat }), seller, noTax],
  ["none in a donation, whatever its type says", ticket({ handler: "donation", tax: vat }), seller, noTax],
  ["a rate of zero", ticket({ tax: { name: "VAT", percent: 0 } }), seller, { name: "VAT", percent: 0 }],
] as const)("the tax of a ticket is %s", (_, one, its, tax) => expect(taxOfTicket(one, its)).toEqual(tax));

const paid = (gross: number, given: Partial<TaxedTicket> = {}) => ({ ...ticket(given), gross });
const gst = { name: "GST", percent: 20 };

test.each([
  ["nothing of an order without a type's tax", [paid(1200), paid(900)], { seller, fees: 100 }, []],
  [
    "the tax in two tickets, rounded in their sum",
    [1250, 1250].map((gross) => paid(gross, { tax: vat })),
    { seller: null, fees: 0 },
    ["VAT 6.9: 2339 + 161 = 2500"],
  ],
  [
    "taxes by name and rate, the highest first",
    [paid(1069, { tax: vat }), paid(1200, { tax: gst }), paid(2400, { tax: { name: "VAT", percent: 20 } })],
    { seller: null, fees: 0 },
    ["GST 20: 1000 + 200 = 1200", "VAT 20: 2000 + 400 = 2400", "VAT 6.9: 1000 + 69 = 1069"],
  ],
  [
    "the seller's tax of other tickets, and of fees for changes",
    [paid(1069, { tax: vat }), paid(1200)],
    { seller, fees: 120 },
    ["VAT 20: 1100 + 220 = 1320", "VAT 6.9: 1000 + 69 = 1069"],
  ],
  [
    "nothing of what bears no tax",
    [paid(1069, { tax: vat }), paid(5000, { handler: "ledger" }), paid(500, { handler: "donation" })],
    { seller, fees: 0 },
    ["VAT 6.9: 1000 + 69 = 1069"],
  ],
  [
    "a rate of zero",
    [paid(900, { tax: { name: "VAT", percent: 0 } })],
    { seller: null, fees: 0 },
    ["VAT 0: 900 + 0 = 900"],
  ],
  ["nothing of what was free", [paid(0, { tax: vat })], { seller: null, fees: 0 }, []],
] as const)("a receipt says %s", (_, tickets, order, lines) =>
  expect(
    receiptTaxes(tickets, order).map(
      ({ name, percent, net, tax, gross }) => `${name} ${percent}: ${net} + ${tax} = ${gross}`,
    ),
  ).toEqual(lines),
);
