import { describe, expect, test } from "vitest";
import type { CalendarDate } from "@foyer/contract/shop/sessions.ts";
import {
  dateButtonDays,
  hasSeveralPrices,
  pickerDays,
  pricePrefixes,
  shownPrices,
  showsPrices,
  type PickerDaySettings,
} from "./pickerDays.ts";

const day = (date: string, more: Partial<CalendarDate> = {}): CalendarDate => ({
  date: `2026-11-${date}`,
  status: "available",
  min_price: "12.50",
  min_price_fees: { outside: "0" },
  left: null,
  sessions: 3,
  ...more,
});
const settings: PickerDaySettings = {
  rules: [
    {
      id: "r",
      event_template_id: "e",
      actions: { date_annotation: "Late opening" },
      triggers: { dateOrSession: { weekdays: [5] } },
    },
  ],
  price_display: undefined,
  prefixes: { lowest: "from", primary: "Adults", secondary: "Members" },
  threshold: undefined,
  strings: {
    date: (date) => `Day ${Number(date.slice(8))}`,
    price: (amount, prefix) => `${prefix} $${amount}`.trim(),
    few: "Few tickets left",
    left: (count) => `${count} left`,
    sold_out: "Sold out",
    not_available: "Not available",
  },
};
const group = { ticket_type_id: "adult", ticket_group_id: "general", type_name: "Adult", group_name: "General" };
const guided: PickerDaySettings["rules"] = [
  {
    id: "g",
    event_template_id: "e",
    actions: { date_annotation: "Guided" },
    triggers: { dateOrSession: { weekdays: [5] }, quantity: { min: 10 } },
  },
];
const labelledDay = (one: CalendarDate, more: Partial<PickerDaySettings> = {}) =>
  pickerDays([one], { ...settings, ...more })[0];

describe("a day has one label", () => {
  test.each<[string, CalendarDate, Partial<PickerDaySettings>, string]>([
    ["with its price", day("21"), {}, "Day 21, from $12.50"],
    ["without, where dates show none", day("21"), { price_display: "sessions_and_tickets" }, "Day 21"],
    ["sold out, without a price", day("21", { status: "sold_out", left: 0 }), {}, "Day 21, Sold out"],
    ["of another kind", day("21", { status: "other" }), {}, "Day 21, Not available"],
    ["with few left", day("21", { left: 9 }), {}, "Day 21, from $12.50, Few tickets left"],
    [
      "with the number below the seller's threshold",
      day("21", { left: 24 }),
      { threshold: 25 },
      "Day 21, from $12.50, 24 left",
    ],
    [
      "with an annotation for as many tickets as are chosen",
      day("20"),
      { rules: guided, chosen: [{ ...group, quantity: 10 }] },
      "Day 20, from $12.50, Guided",
    ],
    [
      "without an annotation for more tickets than are chosen",
      day("20"),
      { rules: guided, chosen: [{ ...group, quantity: 9 }] },
      "Day 20, from $12.50",
    ],
    ["with an annotation of its weekday", day("20"), {}, "Day 20, from $12.50, Late opening"],
  ])("a day has one label: %s", (_, one, more, label) => expect(labelledDay(one, more)?.ariaLabel).toBe(label));

  test("the tooltip contains what does not fit into a calendar cell", () => {
    expect(labelledDay(day("21"))?.tooltip).toBeUndefined();
    expect(labelledDay(day("20", { left: 9 }))?.tooltip).toBe("Few tickets left, Late opening");
    expect(labelledDay(day("21", { status: "sold_out" }))?.tooltip).toBe("Sold out");
  });

  test.each([
    ["available", true, undefined],
    ["sold_out", false, "Sold out"],
    ["other", false, "Not available"],
  ] as const)("a day that is %s says why it cannot be chosen", (status, enabled, unavailableReason) =>
    expect(labelledDay(day("21", { status }))).toMatchObject({ status, enabled, unavailableReason }),
  );
});

test("the short price has no prefix", () => expect(labelledDay(day("21"))?.shortPrice).toBe("$12.50"));

test.each([
  [undefined, "dates", true],
  ["all", "sessions", true],
  ["sessions_and_tickets", "dates", false],
  ["sessions_and_tickets", "sessions", true],
  ["off", "dates", false],
  ["off", "sessions", false],
] as const)("%s shows prices on %s: %s", (setting, where, shows) => expect(showsPrices(setting, where)).toBe(shows));

describe("prices of the types that an event names", () => {
  const named = { primary_price: "30", secondary_price: "22" };
  test.each([
    ["none named", {}, "from 12.50"],
    ["both", named, "Adults 30, Members 22"],
    ["the first alone", { primary_price: "30" }, "Adults 30"],
    ["the first not for this visitor", { primary_price: null, secondary_price: "22" }, "from 12.50, Members 22"],
    ["neither for this visitor", { primary_price: null, secondary_price: null }, "from 12.50"],
  ])("a day shows the prices of the types that the event names: %s", (_, more, shown) =>
    expect(
      shownPrices({ min_price: "12.50", ...more }, settings.prefixes)
        .map(({ amount, prefix }) => `${prefix} ${amount}`)
        .join(", "),
    ).toBe(shown),
  );
  test("prices of the types that an event names are in the day's label", () => {
    expect(labelledDay(day("21", named))?.ariaLabel).toBe("Day 21, Adults $30, Members $22");
    expect(labelledDay(day("21", named))?.shortPrice).toBe("$30");
  });

  const priced = (...prices: string[]) => prices.map((price) => ({ min_price: price, primary_price: price }));
  test.each([
    [
      "the event's own",
      { primary_prefix: "Adults", secondary_prefix: "Members" },
      ["10"],
      "Adults",
      "Adults",
      "Members",
    ],
    ["an own prefix may be none", { primary_prefix: "" }, ["10", "20"], "", "", ""],
    ["more than one price", undefined, ["10", "20"], "from", "from", ""],
    ["one price", undefined, ["10", "10"], "", "", ""],
  ])("prefix: %s", (_, display, prices, lowest, primary, secondary) =>
    expect(pricePrefixes(display, priced(...prices), "from")).toEqual({ lowest, primary, secondary }),
  );

  test("the lowest of several prices of a day has 'from' even if every day costs the same", () =>
    expect(pricePrefixes(undefined, priced("10", "10"), "from", true).lowest).toBe("from"));

  const type = (discounted_amount: string, more: object = {}) => ({
    available: true,
    discounted_amount,
    currency_amount_min: null,
    ...more,
  });
  test.each([
    ["one price", [type("12")], false],
    ["two types at one price", [type("12"), type("12")], false],
    ["two prices", [type("12"), type("6")], true],
    ["a price and nothing to pay", [type("12"), type("0")], false],
    ["a dearer type that is not on sale", [type("12"), type("20", { available: false })], false],
    ["a price that the visitor names", [type("12", { currency_amount_min: "5" })], true],
  ])("several prices: %s", (_, types, several) => expect(hasSeveralPrices(types)).toBe(several));
});

describe("buttons", () => {
  const days = (text: string) =>
    pickerDays(
      [...text].map((letter, index) =>
        day(String(index + 1).padStart(2, "0"), {
          status: letter === "a" ? "available" : letter === "s" ? "sold_out" : "other",
        }),
      ),
      settings,
    );
  test.each([
    ["eight at most", "aaaaaaaaaa", "1 2 3 4 5 6 7 8"],
    ["what is sold out before the first is left out", "ssaa", "3 4"],
    ["a gap is shown", "asaa", "1 2 3 4"],
    ["two gaps at most", "asssaaaaaaaa", "1 2 3 5 6 7 8 9"],
    ["an available day instead of a gap without room for both", "aaaaaaasaa", "1 2 3 4 5 6 7 9"],
    ["as much of a gap as there is room for", "aaaaaassaa", "1 2 3 4 5 6 7 9"],
    ["nothing sold out after the eighth", "aaaaaaaasa", "1 2 3 4 5 6 7 8"],
    ["eight at most if everything is sold out", "ssssssssss", "1 2 3 4 5 6 7 8"],
    ["closed days never", "aoa", "1 3"],
    ["nothing sold out at the end", "aass", "1 2"],
    ["everything sold out is shown so", "sss", "1 2 3"],
  ])("the first days become buttons: %s", (_, text, shown) =>
    expect(
      dateButtonDays(days(text))
        .map((one) => Number(one.date.slice(8)))
        .join(" "),
    ).toBe(shown),
  );
  test.each([
    ["beside others", [0, 1, 2], [true, false, true]],
    ["alone", [0, 1, 2], [false, false, false]],
  ])("an available day that cannot be chosen is shown with its reason: %s", (_, expected, enabled) => {
    const kept = days("aaa").map((one, index) => ({ ...one, enabled: enabled[index] ?? true }));
    expect(dateButtonDays(kept)).toEqual(expected.map((index) => kept[index]));
  });
});
