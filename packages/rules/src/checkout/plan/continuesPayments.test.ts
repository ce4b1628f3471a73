import { expect, test } from "vitest";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { continuesPayments } from "./continuesPayments.ts";

const id = "0197c0de-0000-7000-8000-000000000001";
const card: PaymentInput = {
  gateway_id: "test",
  amount: "5.00",
  gateway_data: { card: { number: "4", expiry: "1", cvc: "1" } },
};
const back: PaymentInput = { gateway_id: "test", amount: "5.00", gateway_data: { payment_id: id } };

test.each<[string, PaymentInput[], boolean]>([
  ["a card begins a payment", [card], false],
  ["so does a free purchase", [{ gateway_id: "free", amount: "0" }], false],
  ["a payment that was begun goes on", [back], true],
  [
    "by its provider's name too",
    [{ gateway_id: "stripe", amount: "5.00", gateway_data: { payment_intent_id: "pi_1" } }],
    true,
  ],
  [
    "a gift card beside it begins one",
    [{ gateway_id: "ledger", amount: "1.00", gateway_data: { number: "1", ledger_id: "g" } }, back],
    false,
  ],
  ["an empty list continues nothing", [], false],
])("%s", (_, offers, expected) => expect(continuesPayments(offers)).toBe(expected));
