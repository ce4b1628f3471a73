import { expect, test } from "vitest";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { goesOn } from "./goesOn.ts";

const id = "0197c0de-0000-7000-8000-000000000001";
const card: PaymentOffer = {
  gateway_id: "test",
  amount: "5.00",
  gateway_data: { card: { number: "4", expiry: "1", cvc: "1" } },
};
const back: PaymentOffer = { gateway_id: "test", amount: "5.00", gateway_data: { payment_id: id } };

test.each<[string, PaymentOffer[], boolean]>([
  ["a card begins a payment", [card], false],
  ["so does buying for nothing", [{ gateway_id: "free", amount: "0" }], false],
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
  ["nothing goes on with nothing", [], false],
])("%s", (_, offers, expected) => expect(goesOn(offers)).toBe(expected));
