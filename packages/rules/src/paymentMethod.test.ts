import { expect, test } from "vitest";
import { methodName } from "./paymentMethod.ts";

test.each([
  ["visa", "Visa …4242"],
  ["amex", "American Express …4242"],
  ["eftpos_au", "Eftpos au …4242"],
  ["toString", "ToString …4242"],
])("%s is told as %s", (brand, name) => expect(methodName({ brand, last4: "4242" })).toBe(name));
