import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { BootProvider, Price, textsOf } from "./seller.tsx";
import { makeBoot } from "./seller.testing.ts";
import { momentText } from "./times.ts";

describe("words", () => {
  const english = {
    "cart.tickets": "{count} tickets",
    "cart.tickets.one": "{count} ticket",
    hello: "Hello {name}",
  } as const;
  test.each([
    ["English by default", {}, "hello", { name: "Ann" }, "Hello Ann"],
    ["the seller's own first", { hello: "Kia ora {name}" }, "hello", { name: "Ann" }, "Kia ora Ann"],
    ["a value that is not there stays visible", {}, "hello", {}, "Hello {name}"],
    ["one", {}, "cart.tickets", { count: 1 }, "1 ticket"],
    ["several", {}, "cart.tickets", { count: 3 }, "3 tickets"],
    ["the seller's plural", { "cart.tickets.one": "just {count}" }, "cart.tickets", { count: 1 }, "just 1"],
  ] as const)("%s", (_, own, key, values, text) => expect(textsOf(own, "en", english)(key, values)).toBe(text));
});

describe("money", () => {
  test.each([
    ["USD", "en", "12.50", "$12.50"],
    ["USD", "en", "1234.5", "$1,234.50"],
    ["USD", "en", "0", "$0.00"],
    ["USD", "en", "-5.00", "-$5.00"],
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

describe("moments, by the venue's clocks", () => {
  test.each([
    ["cart", "2026-11-21T14:30:00Z", "America/New_York", "Sat, Nov 21, 2026 at 9:30 AM"],
    ["cart", "2026-11-21T14:30:00Z", "Pacific/Auckland", "Sun, Nov 22, 2026 at 3:30 AM"],
    ["long_day", "2026-07-01T03:30:00Z", "Pacific/Honolulu", "Tue, June 30, 2026"],
    ["day", "2026-11-21T23:30:00Z", "Australia/Sydney", "Sun, Nov 22"],
    ["time", "2026-07-01T23:00:00Z", "Europe/London", "12:00 AM"],
    ["time", "2026-12-01T12:05:00Z", "Australia/Brisbane", "10:05 PM"],
  ] as const)("%s of %s in %s", (as, moment, zone, text) => expect(momentText(moment, zone, "en", as)).toBe(text));
  test("other places write it their way", () =>
    expect(momentText("2026-11-21T13:05:00Z", "Europe/London", "en-GB", "time")).toBe("13:05"));
});
