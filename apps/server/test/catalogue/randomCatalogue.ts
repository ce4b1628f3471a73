import type { CatalogueInput } from "../../src/catalogue/format/catalogue.ts";
import { Random } from "../simulation/random.ts";

/** Texts that a file format may mistake for something else: numbers, times, comments, lists, line ends. */
const awkward = [
  "yes",
  "null",
  "~",
  "12:30",
  "2027-03-01",
  "1e3",
  "0x1f",
  "- a list",
  "a: b",
  "# no comment",
  "'quoted'",
  '"twice"',
  "  spaces around  ",
  "two\nlines",
  "a line\n\nand an empty one\n",
  "tab\there",
  "emoji 🎻",
  "كتاب",
  "日本",
  "%TAG",
  "&anchor",
  "*alias",
  "!tag",
  "{ brace",
  "[ bracket",
  "> folded",
  "| literal",
  "@at",
  "`tick`",
  "back\\slash",
  "=",
  "<<",
];

type Event = NonNullable<CatalogueInput["events"]>[number];
type Group = NonNullable<Event["groups"]>[number];

/** A valid catalogue without pictures, reproducible by seed. */
export const randomCatalogue = (slug: string, seed: number): CatalogueInput => {
  const random = new Random(seed);
  const text = () => `${random.pick(awkward) ?? ""}${random.chance(0.5) ? ` ${random.integer(1, 999)}` : ""}`;
  const amount = (from: number, to: number) => {
    const value = random.integer(from, to) / 2;
    return random.chance(0.5) ? value : value.toFixed(2);
  };
  const many = <T>(most: number, make: (index: number) => T): T[] =>
    Array.from({ length: random.integer(1, most) }, (_, index) => make(index));
  const maybe = <T extends object>(probability: number, fields: () => T): Partial<T> =>
    random.chance(probability) ? fields() : {};

  const types = (): Group["types"] =>
    many(3, (index) => ({
      key: `t${index}`,
      name: text(),
      price: amount(20, 80),
      ...maybe(0.3, () => ({ price_min: amount(1, 19), price_max: amount(81, 200) })),
      ...maybe(0.4, () => ({ fees: { fixed: amount(0, 6), percent: random.integer(0, 900) / 100 } })),
      ...maybe(0.3, () => ({ available: random.chance(0.5) })),
      ...maybe(0.3, () => ({ summary: text(), description: `<p>${random.integer(1, 9)} &amp; more</p>` })),
    }));
  const groups = (): Group[] =>
    many(3, (index) => ({
      key: `g${index}`,
      name: text(),
      types: types(),
      ...maybe(0.4, () => ({ capacity: random.integer(-1, 500), oversell_capacity: random.integer(0, 9) })),
      ...maybe(0.4, () => ({
        max_tickets_per_order: random.integer(2, 9),
        min_tickets_per_order: random.integer(0, 2),
      })),
      ...maybe(0.3, () => ({ sales_start: "today-3d 09:00", sales_end: "month+5 12:30" })),
      ...maybe(0.3, () => ({ payment_plan: [{ percent: "30" }, { percent: 70, due_days: random.integer(1, 90) }] })),
      ...maybe(0.3, () => ({ color: "#0b5d4e" })),
    }));
  const schedule = (): NonNullable<Event["schedules"]>[number] => ({
    from: random.chance(0.5) ? "today+1d" : "2026-12-01",
    until: random.chance(0.5) ? "month+1" : "2026-12-20",
    capacity: random.integer(0, 100),
    weekly: [
      random.chance(0.5)
        ? { on: "daily", at: ["10:00", "18:30"], minutes: random.integer(10, 90) }
        : { on: ["tue", "sat"], every: { minutes: 30, from: "10:00", to: "12:00" }, ends: "13:00" },
    ],
    ...maybe(0.5, () => ({ closed: ["12-25", { from: "2026-12-10", until: "2026-12-12" }] })),
    ...maybe(0.5, () => ({ changed: [{ on: ["sat"], nth: [2], capacity: random.integer(0, 9) }] })),
  });
  const event = (index: number): Event => {
    const made = groups();
    return {
      key: `e${index}`,
      venue: random.chance(0.5) ? "hall" : "annexe",
      name: text(),
      groups: made,
      ...maybe(0.5, () => ({ category: text(), subtitle: text() })),
      ...maybe(0.7, () => ({ schedules: [schedule()] })),
      ...maybe(0.4, () => ({
        sessions: [{ date: "2027-02-03", at: "20:00", ends: "22:15", capacity: random.integer(1, 60) }],
      })),
      ...maybe(0.5, () => ({
        prices: [{ when: { on: ["sat"] }, amounts: { "g0/t0": amount(20, 30) } }],
        messages: [{ key: "m", when: { on: "weekends", min: 2 }, say: { date_annotation: "busy" } }],
      })),
    };
  };
  const events = many(4, event);
  return {
    seller: {
      slug,
      name: text(),
      currency: "USD",
      timezone: "America/New_York",
      ...maybe(0.5, () => ({ strings: { "cart.title": text() } })),
    },
    venues: {
      // Numeric keys would come first in an object, whatever their position in a file.
      hall: { name: text(), timezone: "America/New_York", address: text() },
      annexe: { name: text(), timezone: "Europe/London" },
    },
    events,
    codes: many(2, (index) => ({
      key: `c${index}`,
      name: text(),
      codes: many(3, (code) => ({
        code: `CODE-${index}-${code}`,
        ...maybe(0.4, () => ({ max_uses: random.integer(1, 9) })),
      })),
    })),
    discounts: [
      { key: "d", name: text(), codes: ["c0"], percent: random.integer(1, 100) },
      ...(random.chance(0.5) ? [{ key: "a", name: text(), amount: amount(1, 9), for: [{ event: "e0" }] }] : []),
    ],
    ...maybe(0.5, () => ({
      rules: [{ key: "r", description: text(), blocks: "checkout" as const, when: { event: "e0", min: 3 } }],
    })),
  };
};
