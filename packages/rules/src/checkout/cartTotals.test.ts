import type { Cart } from "@foyer/contract/shop/cart.ts";
import { expect, test } from "vitest";
import { totalsLines, type CurrentPayment } from "./cartTotals.ts";

type TotalsOverrides = Partial<Cart["cart_fees"][number]["grand_totals"]> & {
  mods?: readonly (readonly [string, string])[];
  cart?: Partial<Cart>;
};
const cartOf = ({ mods = [], cart = {}, ...totals }: TotalsOverrides): Parameters<typeof totalsLines>[0] => ({
  currency: "USD",
  cart_fees: [
    {
      gateway_id: "test",
      account_id: null,
      face_value: "0",
      pmc_id: null,
      publishable_key: null,
      grand_totals: {
        total_before_cartmod_price: "60.00",
        total_fee_fixed_outside: "0",
        total_fee_percent_outside: "0",
        total_cartmod_amount: "0",
        total_payments: "0",
        total_outstanding: "60.00",
        ...totals,
      },
    },
  ],
  cart_mods: mods.map(([name, discount]) => ({
    id: name,
    name,
    codes: [],
    activating_code_groups: [],
    discount,
    blocking_checkout: false,
    description: null,
    resource: null,
    resource_id: null,
  })),
  gift_cards: [],
  scheduled_payments: [],
  completed_payments: [],
  outstanding_balance: "60.00",
  payment_due_by_credit_card: "60.00",
  ...cart,
});
const payment = (gateway_id: string, amount: string) => ({
  id: gateway_id,
  occurred_date: "2026-11-21T15:00:00Z",
  amount,
  status: "captured",
  gateway_id,
});
const scheduled = [{ id: "1", due_date: "2027-01-01", amount: "40.00", status: "Upcoming" as const }];
const totalsOf = (cart: TotalsOverrides, now?: CurrentPayment): string[] =>
  totalsLines(cartOf(cart), now).map((line) => {
    const name = line.kind === "discount" ? ` ${line.name}` : line.kind === "gift_card" ? ` ${line.number}` : "";
    const left = line.kind === "gift_card" ? ` (${line.left})` : "";
    return `${line.kind}${name} ${line.amount}${left}`;
  });

test("lists all lines in order", () =>
  expect(
    totalsOf({
      total_fee_fixed_outside: "4.50",
      total_fee_percent_outside: "1.20",
      total_cartmod_amount: "-12.00",
      total_payments: "30.00",
      mods: [
        ["Friends", "10.00"],
        ["Nothing off", "0"],
      ],
      cart: {
        scheduled_payments: scheduled,
        completed_payments: [payment("stripe", "20.00"), payment("ledger", "10.00")],
        gift_cards: [{ number: "1234", amount: "10.00", balance: "2.00", state: "active" }],
        outstanding_balance: "23.70",
        payment_due_by_credit_card: "10.00",
      },
    }),
  ).toEqual([
    "subtotal 60.00",
    "fee_fixed 4.50",
    "fee_percent 1.20",
    "discount Friends -10.00",
    "discount null -2.00",
    "gift_card 1234 -10.00 (2.00)",
    "payments -20.00",
    "balance 23.70",
    "partial_total 10.00",
  ]));

test("a plain cart has a subtotal and a total", () =>
  expect(totalsOf({})).toEqual(["subtotal 60.00", "total_due 60.00"]));

test("shows applied gift cards and the rest", () =>
  expect(
    totalsOf({}, { gift_cards: [{ number: "•••• 1234", pays: 2500, left: 0 }], amount: 6000, rest: 3500 }),
  ).toEqual(["subtotal 60.00", "gift_card •••• 1234 -25.00 (0)", "total_due 35.00"]));

test("shows the full total if everything scheduled is paid now", () =>
  expect(
    totalsOf(
      { cart: { scheduled_payments: scheduled, payment_due_by_credit_card: "20.00" } },
      { gift_cards: [], amount: 6000, rest: 6000 },
    ),
  ).toEqual(["subtotal 60.00", "balance 60.00", "total_due 60.00"]));

test("returns no lines without totals", () => expect(totalsLines({ ...cartOf({}), cart_fees: [] })).toEqual([]));
