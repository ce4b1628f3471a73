import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { allByRole, leave, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { makeCart, resetCartState, cartReply, settle } from "../../../../test/cart/fixtures.tsx";
import { installStripeDouble } from "../../../../test/checkout/stripeDouble.ts";
import {
  checkout,
  completed,
  field,
  fillCheckout,
  getCart,
  pageText,
  pay,
  purchaser,
  requestsBeyondCart,
  showCheckout,
  submit,
} from "../../../../test/checkout/checkoutPage.tsx";

const parts = [
  { id: "p1", due_date: "2026-11-01", amount: "20.00", status: "Overdue" as const },
  { id: "p2", due_date: "2027-02-01", amount: "44.50", status: "Upcoming" as const },
];
const scheduled = { scheduled_payments: parts, payment_due_by_credit_card: "20.00", outstanding_balance: "64.50" };
const radio = (value: string) => {
  const found = document.querySelector<HTMLInputElement>(`input[name="payment_part"][value="${value}"]`);
  if (!found) throw new Error(`no choice ${value}`);
  return found;
};
const choices = () =>
  [...document.querySelectorAll<HTMLInputElement>('input[name="payment_part"]')].map(({ value }) => value);

beforeEach(() => {
  window.scrollTo = () => undefined;
});
afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

describe("payment plan", () => {
  test("shows what is due when, and pays what is due by default", async () => {
    await showCheckout({ cart: scheduled });
    expect(pageText()).toContain("Sun, Nov 1, 2026Overdue$20.00");
    expect(pageText()).toContain("Mon, Feb 1, 2027Upcoming$44.50");
    expect(choices()).toEqual(["due", "outstanding", "other"]);
    expect(radio("due").checked).toBe(true);
    expect(pageText()).toContain("Cart balance$64.50");
    expect(pageText()).toContain("Partial total$20.00");
    expect(pageText()).toContain("Pay $20.00");
  });

  test.each([
    ["that is due today as not overdue", 0, "Due today", "Overdue"],
    ["that was due yesterday as overdue", 1, "Overdue", "Due today"],
  ])("shows a part %s", async (_, days, expected, not) => {
    const today = Temporal.Now.zonedDateTimeISO("America/New_York").toPlainDate();
    const first = { ...parts[0], due_date: today.subtract({ days }).toString() };
    await showCheckout({ cart: { ...scheduled, scheduled_payments: [first, parts[1]] } as typeof scheduled });
    expect(pageText()).toContain(`${expected}$20.00`);
    expect(pageText()).not.toContain(not);
  });

  test("pays the whole amount at once", async () => {
    const { calls } = await showCheckout({ cart: scheduled });
    press(radio("outstanding"));
    expect(pageText()).toContain("Total due$64.50");
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === pay)?.body).toMatchObject([{ amount: "64.50" }]);
  });

  test.each([
    ["30", "30.00", "Between $20.00 and $64.50"],
    ["5", "20.00", "The minimum is $20.00, so we have changed the amount."],
    ["$30", "30.00", "Between $20.00 and $64.50"],
    ["1,000", "64.50", "The remaining balance is $64.50, so we have changed the amount."],
    ["500", "64.50", "The remaining balance is $64.50, so we have changed the amount."],
    ["64.30", "64.00", "Less than $0.50 cannot be paid later, so we have changed the amount."],
    ["", "20.00", "The minimum is $20.00, so we have changed the amount."],
  ])("clamps another amount: '%s' pays %s", async (typed, amount, words) => {
    const { calls } = await showCheckout({ cart: scheduled });
    press(radio("other"));
    typeIn(field("other_amount"), typed);
    field("other_amount").focus();
    leave(field("other_amount"));
    await settle();
    expect(pageText()).toContain(words);
    expect(field("other_amount").value).toBe(amount);
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === pay)?.body).toMatchObject([{ amount }]);
  });

  test.each(["abc", "100.555", "-30"])("refuses '%s', which is no amount, and pays nothing", async (typed) => {
    const { calls } = await showCheckout({ cart: scheduled });
    press(radio("other"));
    typeIn(field("other_amount"), typed);
    field("other_amount").focus();
    leave(field("other_amount"));
    await settle();
    expect(pageText()).toContain("Please enter an amount, for example 20.00.");
    expect(pageText()).not.toContain("so we have changed the amount");
    expect(field("other_amount").value).toBe(typed);
    fillCheckout();
    submit();
    await settle();
    expect(calls.filter(({ what }) => what === pay)).toEqual([]);
  });

  test.each([
    ["30.005", "30.000", "Cards pay amounts in steps of KWD\u00a00.010, so we have changed the amount."],
    ["20.005", "20.000", "Cards pay amounts in steps of KWD\u00a00.010, so we have changed the amount."],
    ["30.01", "30.010", "Between KWD\u00a020.000 and KWD\u00a064.500"],
    ["64.305", "64.000", "Less than KWD\u00a00.500 cannot be paid later, so we have changed the amount."],
  ])("rounds an amount in dinars down to what Stripe takes: '%s' pays %s", async (typed, amount, words) => {
    installStripeDouble();
    const [test] = makeCart().cart_fees;
    if (!test) throw new Error("The cart has no fees.");
    const stripe = { ...test, gateway_id: "stripe" as const, publishable_key: "pk_test_steps", pmc_id: "pmc_1" };
    const dinars = {
      currency: "KWD",
      cart_fees: [stripe],
      scheduled_payments: parts.map((part) => ({ ...part, amount: `${part.amount}0` })),
      payment_due_by_credit_card: "20.000",
      outstanding_balance: "64.500",
    };
    await showCheckout({ cart: dinars, currency: "KWD" });
    press(radio("other"));
    typeIn(field("other_amount"), typed);
    field("other_amount").focus();
    leave(field("other_amount"));
    await settle();
    expect(pageText()).toContain(words);
    expect(field("other_amount").value).toBe(amount);
  });

  test.each([
    ["12", "12.00", "Up to $44.50"],
    ["", "0.50", "The minimum is $0.50, so we have changed the amount."],
    ["0", "0.50", "The minimum is $0.50, so we have changed the amount."],
  ])("requires a minimum when nothing is due yet: '%s' pays %s", async (typed, amount, words) => {
    const { calls } = await showCheckout({
      cart: {
        scheduled_payments: parts.slice(1),
        payment_due_by_credit_card: "0",
        outstanding_balance: "44.50",
        completed_payments: [
          { id: "x", occurred_date: "2026-11-22T02:00:00Z", amount: "20.00", status: "captured", gateway_id: "test" },
        ],
      },
    });
    press(radio("other"));
    expect(pageText()).not.toContain("Complete order");
    typeIn(field("other_amount"), typed);
    field("other_amount").focus();
    leave(field("other_amount"));
    await settle();
    expect(pageText()).toContain(words);
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === pay)?.body).toMatchObject([{ gateway_id: "test", amount }]);
  });

  test("pays the next part by default when nothing is due yet", async () => {
    const { calls } = await showCheckout({
      cart: {
        scheduled_payments: [
          parts[1],
          { id: "p3", due_date: "2027-05-01", amount: "30.00", status: "Upcoming" },
        ] as typeof parts,
        payment_due_by_credit_card: "0",
        outstanding_balance: "74.50",
      },
    });
    expect(choices()).toEqual(["next", "outstanding", "other"]);
    expect(radio("next").checked).toBe(true);
    expect(pageText()).toContain("Next payment");
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === pay)?.body).toMatchObject([{ amount: "44.50" }]);
  });

  test("offers no choice for the last part", async () => {
    await showCheckout({ cart: { ...scheduled, outstanding_balance: "20.00", scheduled_payments: parts.slice(0, 1) } });
    expect(choices()).toEqual([]);
    expect(pageText()).toContain("Outstanding balance$20.00");
  });
});

test("shows what was refunded of a paid installment", async () => {
  const paid = { occurred_date: "2026-11-22T02:00:00Z", gateway_id: "test" };
  await showCheckout({
    cart: {
      ...scheduled,
      completed_payments: [
        { ...paid, id: "x", amount: "20.00", refunded: "20.00", status: "refunded" },
        { ...paid, id: "y", amount: "30.00", refunded: "5.00", status: "captured" },
        { ...paid, id: "z", amount: "40.00", status: "captured" },
      ],
    },
  });
  expect(pageText()).toContain(
    "Paid$20.00Refund−$20.00Sat, Nov 21, 2026Paid$30.00Refund−$5.00Sat, Nov 21, 2026Paid$40.00Sun, Nov 1, 2026Overdue",
  );
});

test("stays on the page after a part is paid, with the updated cart and an empty card form", async () => {
  let isPaid = false;
  const paidOnce = {
    scheduled_payments: parts.slice(1),
    payment_due_by_credit_card: "44.50",
    outstanding_balance: "44.50",
    completed_payments: [
      { id: "x", occurred_date: "2026-11-22T02:00:00Z", amount: "20.00", status: "captured", gateway_id: "test" },
    ],
  };
  const { calls, history } = await showCheckout({
    web: { terms: { html: "<p>Terms</p>", version: "1", viewing_is_optional: true } },
    answers: {
      [getCart]: () => cartReply(makeCart(isPaid ? paidOnce : scheduled)),
      [checkout]: () => {
        isPaid = true;
        return { ...completed, outcome: "partial", ticket_order: { _data: [] } };
      },
    },
  });
  const scrolled = vi.spyOn(window, "scrollTo");
  fillCheckout();
  press(field("terms"));
  submit();
  await settle();
  expect(requestsBeyondCart(calls)).toEqual([purchaser, pay, checkout]);
  expect(history.at(-1)).toBe("/checkout");
  expect(pageText()).toContain("Thank you. We have received $20.00.");
  expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  expect(document.activeElement?.textContent).toContain("We have received $20.00.");
  // The day at the venue: in New York it was still the 21st.
  expect(pageText()).toContain("Sat, Nov 21, 2026Paid$20.00");
  expect(pageText()).toContain("Pay $44.50");
  expect(field("card_number").value).toBe("");
  expect(field("terms").checked).toBe(false);
  expect(field("first_name").value).toBe("Ada");
  expect(allByRole("dialog")).toEqual([]);
  fillCheckout();
  press(field("terms"));
  submit();
  await settle();
  expect(calls.filter(({ what }) => what === pay)).toHaveLength(2);
});
