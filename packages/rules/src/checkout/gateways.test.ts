import { expect, test } from "vitest";
import { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { giftCardGatewayId, hasCardProvider, isCardPayment, isFreePayment, isGiftCardPayment } from "./gateways.ts";

test.each([
  ...CardGatewayId.options.map((id) => [id, "card"] as const),
  ["ledger", "gift card"] as const,
  ["free", "nothing"] as const,
])("a payment with %s is one by %s", (gateway_id, kind) => {
  const payment = { gateway_id };
  expect([isCardPayment(payment), isGiftCardPayment(payment), isFreePayment(payment)]).toEqual([
    kind === "card",
    kind === "gift card",
    kind === "nothing",
  ]);
});

// A migration only allows names of this form.
test.each([...CardGatewayId.options, giftCardGatewayId])("%s is a name that the database accepts", (name) =>
  expect(name).toMatch(/^[a-z][a-z_]{0,29}$/),
);

test.each([
  ["stripe", true],
  ["test", false],
  [undefined, false],
] as const)("a seller with the gateway %s has a card provider: %s", (gateway, expected) =>
  expect(hasCardProvider({ gateway })).toBe(expected),
);
