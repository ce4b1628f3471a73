import { describe, expect, test } from "vitest";
import { normalizeGiftCardNumber, isGiftCardUsable, maskGiftCardNumber } from "./giftCard.ts";

const number = "7K3M-Q2XW-9ABC-DEFG-HJ01";
describe("numbers of the same card compare equal", () => {
  test.each([
    ["as it is printed", number],
    ["in small letters", "7k3m-q2xw-9abc-defg-hj01"],
    ["without dashes", "7K3MQ2XW9ABCDEFGHJ01"],
    ["with spaces", "  7K3M Q2XW 9ABC\tDEFG HJ01\u00a0"],
    ["with another dash", "7K3M–Q2XW—9ABC‐DEFG−HJ01".replace("−", "-")],
    ["with wide letters", "７Ｋ３Ｍ-Q2XW-9ABC-DEFG-HJ01"],
    ["with letters for digits", "7K3M-Q2XW-9ABC-DEFG-HJOL"],
  ])("a typed gift card number is the printed one: %s", (_, typed) =>
    expect(normalizeGiftCardNumber(typed)).toBe("7K3MQ2XW9ABCDEFGHJ01"),
  );

  test.each([
    ["one sign less", "7K3M-Q2XW-9ABC-DEFG-HJ0"],
    ["one sign more", `${number}1`],
    ["another sign", "7K3M-Q2XW-9ABC-DEFG-HJ02"],
    ["nothing", " - "],
  ])("differ with %s", (_, typed) => expect(normalizeGiftCardNumber(typed)).not.toBe(normalizeGiftCardNumber(number)));
});

test.each([
  ["its last four", number, "••••HJ01"],
  ["however it is typed", "7k3mq2xw 9abcdefghj0l", "••••HJ01"],
  ["of eight still half is hidden", "GIFT-2024", "••••2024"],
  ["of a short one nothing", "1234567", "••••"],
])("a masked number shows %s", (_, given, shown) => expect(maskGiftCardNumber(given)).toBe(shown));

test.each([
  ["active with something left", "active", "0.01", true],
  ["active and empty", "active", "0", false],
  ["inactive", "inactive", "20.00", false],
  ["expired", "expired", "20.00", false],
] as const)("a card that is %s", (_, state, balance, usable) =>
  expect(isGiftCardUsable({ state, balance }, "USD")).toBe(usable),
);
