import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BootProvider, Price, createTranslator } from "./seller.tsx";
import { makeBoot } from "../../../test/seller.ts";

describe("texts", () => {
  const english = {
    "cart.tickets": "{count} tickets",
    "cart.tickets.one": "{count} ticket",
    hello: "Hello {name}",
  } as const;
  test.each([
    ["English by default", {}, "hello", { name: "Ann" }, "Hello Ann"],
    ["the seller's own first", { hello: "Kia ora {name}" }, "hello", { name: "Ann" }, "Kia ora Ann"],
    ["a missing value leaves its placeholder visible", {}, "hello", {}, "Hello {name}"],
    [
      "properties that every object inherits are no values",
      { hello: "{constructor} {name}" },
      "hello",
      { name: "Ann" },
      "{constructor} Ann",
    ],
    ["one", {}, "cart.tickets", { count: 1 }, "1 ticket"],
    ["several", {}, "cart.tickets", { count: 3 }, "3 tickets"],
    ["the seller's plural", { "cart.tickets.one": "just {count}" }, "cart.tickets", { count: 1 }, "just 1"],
  ] as const)("a text is translated: %s", (_, own, key, values, text) =>
    expect(createTranslator(own, "en", english)(key, values)).toBe(text),
  );
});

describe("money", () => {
  test.each([
    ["USD", "en", "12.50", "$12.50"],
    ["USD", "en", "1234.5", "$1,234.50"],
    ["USD", "en", "0", "$0.00"],
    ["USD", "en", "-5.00", "−$5.00"],
    ["GBP", "en-GB", "12.50", "£12.50"],
    ["AUD", "en-AU", "12.50", "$12.50"],
    ["JPY", "en", "1200", "¥1,200"],
    ["USD", "en", "999999999999.99", "$999,999,999,999.99"],
  ])("%s in %s: %s is %s", (default_currency_code, locale, amount, text) => {
    const html = renderToStaticMarkup(
      <BootProvider boot={makeBoot({ default_currency_code, locale })}>
        <Price amount={amount} />
      </BootProvider>,
    );
    expect(html).toBe(`<span data-price="">${text}</span>`);
  });
});
