import { expect, test } from "vitest";
import { paymentMethodLabel } from "./paymentMethodLabel.ts";

test.each([
  ["visa", "Visa …4242"],
  ["amex", "American Express …4242"],
  ["eftpos_au", "Eftpos au …4242"],
  ["toString", "ToString …4242"],
])("%s is labelled %s", (brand, name) => expect(paymentMethodLabel({ brand, last4: "4242" })).toBe(name));
