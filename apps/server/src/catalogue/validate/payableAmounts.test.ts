import { expect, test } from "vitest";
import { parseCatalogue } from "../format/readCatalogue.ts";
import { prepareCatalogue } from "./prepareCatalogue.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");

const warningsOf = async (currency: string, gateway: string, more: string): Promise<string[]> => {
  const text = `seller: { slug: pier, name: Pier, currency: ${currency}, timezone: Asia/Kuwait, configuration: { gateway: ${gateway} } }\n${more}`;
  const { sources, problems } = parseCatalogue(text, { file: "shop.yaml", folder: "." });
  expect(problems).toEqual([]);
  const prepared = await Promise.all(sources.map((source) => prepareCatalogue(source, { now, trustsImages: false })));
  expect(prepared.flatMap((one) => one.problems)).toEqual([]);
  return prepared.flatMap(({ prepared: { warnings } }) => warnings.map(({ path, message }) => `${path}: ${message}`));
};

const event = (type: string, group = "") =>
  `events:\n  - key: visit\n    name: Visit\n    groups:\n      - key: general\n        name: General\n${group}        types:\n          - { key: adult, name: Adult, ${type} }\n`;
const rule = "this seller's cards accept only amounts in KWD that end in 0";
const at = "events[0].groups[0].types[0]";

test.each<[string, string, string[]]>([
  ["a price that ends in 0", event('price: "1.230"'), []],
  ["a price that does not", event('price: "1.234"'), [`${at}.price: 1.234 cannot be paid: ${rule}`]],
  [
    "bounds and a fee that do not",
    event('price: "5", price_min: "1.005", price_max: "9.999", fees: { fixed: "0.035" }'),
    [
      `${at}.price_min: 1.005 cannot be paid: ${rule}`,
      `${at}.price_max: 9.999 cannot be paid: ${rule}`,
      `${at}.fees.fixed: 0.035 cannot be paid: ${rule}`,
    ],
  ],
  ["no fee in percent, which is rounded", event('price: "5", fees: { percent: "2.5" }'), []],
  [
    "a price of some sessions, once",
    `${event('price: "5"')}    schedules:\n      - from: 2027-01-01\n        until: 2027-01-31\n        weekly: [{ on: daily, at: ["10:00"], minutes: 60 }]\n    prices:\n      - { when: { on: [sat] }, amounts: { general/adult: "6.005" } }\n`,
    [`events[0].prices[0].amounts.general/adult: 6.005 cannot be paid: ${rule}`],
  ],
  [
    "no parts of a payment plan, which are rounded",
    event('price: "100"', "        payment_plan: [{ percent: 33.33 }, { percent: 66.67, due_days: 30 }]\n"),
    [],
  ],
  [
    "fees of changes and cancellations",
    event('price: "5"').replace(
      "    groups:",
      '    meta: { self_edit: { cancel_fee: { fixed: "0.505" }, change_fee: { fixed: "0.500" } } }\n    groups:',
    ),
    [`events[0].meta.self_edit.cancel_fee.fixed: 0.505 cannot be paid: ${rule}`],
  ],
  [
    "discounts",
    'discounts:\n  - { key: a, name: A, amount: "0.505" }\n  - { key: b, name: B, percent: 10 }\n  - { key: c, name: C, percent: 100 }\n  - { key: d, name: D, price: "1.001" }\n',
    [`discounts[0].amount: 0.505 cannot be paid: ${rule}`, `discounts[3].price: 1.001 cannot be paid: ${rule}`],
  ],
])("a catalogue in dinars, whose gateway takes no thousandths, warns about %s", async (_, more, expected) => {
  expect(await warningsOf("KWD", "stripe", more)).toEqual(expected);
  expect(await warningsOf("KWD", "test", more)).toEqual([]);
});
