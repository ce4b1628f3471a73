import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handlerNames } from "@foyer/contract/handlers.ts";
import { catalogueSchema } from "../format/catalogue.ts";
import { prepareCatalogue } from "./prepareCatalogue.ts";
import { parseCatalogue } from "../format/readCatalogue.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-format-"));
  await writeFile(join(folder, "broken.png"), "no picture at all");
  await writeFile(
    join(folder, "drawing.svg"),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><path d="M0 0h80v20z"/></svg>',
  );
  await writeFile(
    join(folder, "script.svg"),
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>',
  );
  await writeFile(join(folder, "huge.png"), Buffer.alloc(13 * 1024 * 1024));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const listProblems = async (text: string): Promise<string[]> => {
  const { sources, problems } = parseCatalogue(text, { file: "shop.yaml", folder });
  const found = [...problems];
  for (const source of sources) found.push(...(await prepareCatalogue(source, { now, trustsImages: false })).problems);
  return found.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);
};

const listWarnings = async (text: string): Promise<string[]> => {
  const { sources, problems } = parseCatalogue(text, { file: "shop.yaml", folder });
  expect(problems).toEqual([]);
  const prepared = await Promise.all(sources.map((source) => prepareCatalogue(source, { now, trustsImages: false })));
  return prepared.flatMap(({ prepared: { warnings } }) => warnings.map(({ path, message }) => `${path}: ${message}`));
};

const seller = "seller: { slug: pier, name: Pier, currency: USD, timezone: Europe/London }\n";
const event = (more: string) => `${seller}events:\n  - key: visit\n    name: Visit\n${more.replace(/^/gm, "    ")}\n`;
const type = (more: string) =>
  event(`groups:\n  - key: general\n    name: General\n    types:\n      - { key: adult, name: Adult, ${more} }`);
const priced = (more: string) => type("price: 10, price_min: 5, price_max: 20") + more.replace(/^/gm, "    ");
const schedule = (more: string) =>
  event(
    `schedules:\n  - from: 2027-01-01\n    until: 2027-01-31\n    weekly: [{ on: daily, at: ["10:00"], minutes: 60 }]\n${more.replace(/^/gm, "    ")}`,
  );

test.each<[string, string, string[]]>([
  ["not YAML", "seller: {", ["1:10 : Flow map in block collection must be sufficiently indented and end with a }"]],
  ["a field twice", `${seller}venues: {}\nvenues: {}\n`, ["3:1 : Map keys must be unique"]],
  ["nothing in it", "", ["1:1 : shop.yaml is empty"]],
  ["only a comment", "# later\n", ["1:1 : shop.yaml is empty"]],
  ["no seller", "events: []\n", ["1:1 seller: is missing"]],
  [
    "text that cannot be read",
    seller.replace("Europe/London }", 'Europe/London, theme: { light: { paper: "#ffffff", text: "#bbbbbb" } } }'),
    [
      "1:111 seller.theme.light.text: has a contrast of 1.9:1 with paper and surface, but needs at least 4.5:1; #585858 is readable",
    ],
  ],
  ["a field that is none", `${seller}colour: red\n`, ["2:1 colour: is not a field of the format"]],
  [
    "a field deep down that is none",
    event("meta: { image: sea }"),
    ["5:13 events[0].meta.image: is not a field of the format"],
  ],
  [
    "a payment plan that does not add up",
    type("price: 10").replace(
      "    types:",
      "    payment_plan: [{ percent: 30 }, { percent: 60.5, due_days: 30 }]\n        types:",
    ),
    ["8:9 events[0].groups[0].payment_plan: does not add up to 100 percent"],
  ],
  [
    "a zone that is none",
    seller.replace("Europe/London", "Europe/Lodon"),
    ["1:50 seller.timezone: is not a time zone; write one like Europe/London"],
  ],
  [
    "an offset is no zone",
    seller.replace("Europe/London", '"+02:00"'),
    ["1:50 seller.timezone: is not a time zone; write one like Europe/London"],
  ],
  [
    "a slug with spaces",
    seller.replace("pier", "Pier One"),
    ["1:11 seller.slug: is wrong: must match pattern /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/"],
  ],
  ...["api", "sign-in"].map((slug): [string, string, string[]] => [
    `the slug ${slug}, which the server's own pages have`,
    seller.replace("pier", slug),
    ["1:11 seller.slug: is an address of the server itself; choose another one"],
  ]),
  ["a price in words", type("price: dear"), ["9:40 events[0].groups[0].types[0].price: must be an amount, like 12.50"]],
  ["a negative price", type("price: -1"), ["9:40 events[0].groups[0].types[0].price: must be an amount, like 12.50"]],
  [
    "a tenth of a cent",
    type("price: 1.005"),
    ["9:40 events[0].groups[0].types[0].price: has more decimal places than USD (2)"],
  ],
  [
    "yen have no decimals",
    type("price: 1.50").replace("USD", "JPY"),
    ["9:40 events[0].groups[0].types[0].price: has more decimal places than JPY (0)"],
  ],
  [
    "a price outside its bounds",
    type("price: 30, price_min: 5, price_max: 20"),
    ["9:40 events[0].groups[0].types[0].price: is outside price_min and price_max (5 to 20)"],
  ],
  [
    "bounds the wrong way round",
    type("price: 10, price_min: 20, price_max: 5"),
    ["9:66 events[0].groups[0].types[0].price_max: is less than price_min (20)"],
  ],
  [
    "one bound",
    type("price: 10, price_min: 5"),
    ["9:13 events[0].groups[0].types[0].price_max: is missing: a flexible price has both"],
  ],
  [
    "a rule outside the bounds",
    priced("prices: [{ when: { on: [fri] }, amounts: { general/adult: 50 } }]"),
    ["10:48 events[0].prices[0].amounts.general/adult: is outside price_min and price_max of general/adult"],
  ],
  [
    "a price at no time",
    priced('prices: [{ when: { time: { from: "20:00", until: "02:00" } }, amounts: { general/adult: 15 } }]'),
    ["10:47 events[0].prices[0].when.time.until: is not after from"],
  ],
  [
    "a rule for no type",
    priced("prices: [{ when: {}, amounts: { general/child: 5 } }]"),
    ["10:37 events[0].prices[0].amounts.general/child: this event has no type 'general/child'"],
  ],
  [
    "a price of a session for no type",
    event('sessions: [{ date: today+1d, at: "10:00", minutes: 5, prices: { a/b: 1 } }]'),
    ["5:69 events[0].sessions[0].prices.a/b: this event has no type 'a/b'"],
  ],
  [
    "a percentage beyond sense",
    type("price: 10, fees: { percent: 120 }"),
    [
      "9:59 events[0].groups[0].types[0].fees.percent: must be a percentage below 100 with at most two decimals, like 2.5",
    ],
  ],
  [
    "a group without types",
    event("groups: [{ key: g, name: G, types: [] }]"),
    ["5:33 events[0].groups[0].types: must have a type"],
  ],
  [
    "a handler that is none",
    event("groups: [{ key: g, name: G, handler: tents, types: [{ key: t, name: T, price: 1 }] }]"),
    [
      `5:33 events[0].groups[0].handler: is wrong: expected one of ${handlerNames.map((name) => `"${name}"`).join("|")}`,
    ],
  ],
  [
    "more at least than at most",
    event(
      "groups: [{ key: g, name: G, min_tickets_per_order: 4, max_tickets_per_order: 2, types: [{ key: t, name: T, price: 1 }] }]",
    ),
    ["5:33 events[0].groups[0].min_tickets_per_order: is more than max_tickets_per_order (2)"],
  ],
  [
    "a sale that ends before it starts",
    event(
      "groups: [{ key: g, name: G, sales_start: 2027-02-01 09:00, sales_end: 2027-01-01 09:00, types: [{ key: t, name: T, price: 1 }] }]",
    ),
    ["5:64 events[0].groups[0].sales_end: is not after sales_start"],
  ],
  [
    "a question without a type",
    event(
      "groups: [{ key: g, name: G, additional_info_spec: { properties: { diet: { title: Diet } } }, types: [{ key: t, name: T, price: 1 }] }]",
    ),
    ["5:71 events[0].groups[0].additional_info_spec.properties.diet: needs a type or an enum"],
  ],
  [
    "a question that is asked nowhere",
    event(
      'groups: [{ key: g, name: G, additional_info_spec: { properties: { diet: { type: string, title: Diet, context: "" } }, required: [age] }, types: [{ key: t, name: T, price: 1 }] }]',
    ),
    [
      "5:106 events[0].groups[0].additional_info_spec.properties.diet.context: must not be blank",
      "5:134 events[0].groups[0].additional_info_spec.required[0]: there is no question 'age'",
    ],
  ],
  [
    "vouchers of no known format",
    event("config: { citypass: true }"),
    ["5:15 events[0].config.citypass: needs the seller's configuration.citypass_code_groups"],
  ],
  ["a venue that is not there", event("venue: hall"), ["5:5 events[0].venue: there is no venue 'hall'"]],
  [
    "which of two venues",
    `${event("summary: Come")}venues:\n  a: { name: A, timezone: Europe/London }\n  b: { name: B, timezone: Europe/London }\n`,
    ["3:5 events[0].venue: is missing; it is one of a, b"],
  ],
  [
    "an image that is not there",
    event("meta: { image_cover: sea }"),
    ["5:13 events[0].meta.image_cover: there is no image 'sea'"],
  ],
  [
    "a key twice",
    `${event("summary: Come")}  - { key: visit, name: Again }\n`,
    ["6:7 events[1].key: 'visit' is defined twice"],
  ],
  [
    "a key with capitals",
    event("summary: Come").replace("key: visit", "key: Visit"),
    ["3:5 events[0].key: may have only lowercase letters, digits, '-' and '_', at most 63"],
  ],
  [
    "an admission event that is none",
    seller.replace(" }", ", web: { admission_event: gate } }"),
    ["1:82 seller.web.admission_event: there is no event 'gate'"],
  ],
  [
    "a donation at the checkout that is no event",
    seller.replace(" }", ", web: { checkout_donation_event: gift } }"),
    ["1:82 seller.web.checkout_donation_event: there is no event 'gift'"],
  ],
  [
    "a block beside an event that is none",
    seller.replace(" }", ", web: { content_blocks: [{ id: a, slot: top, html: Hello, events: [gate] }] } }"),
    ["1:141 seller.web.content_blocks[0].events[0]: there is no event 'gate'"],
  ],
  [
    "a chain with an event that is none",
    seller.replace(" }", ", configuration: { upsells: { chain: [tour] } } }"),
    ["1:111 seller.configuration.upsells.chain[0]: there is no event 'tour'"],
  ],
  [
    "a chain that comes twice to an event",
    `${seller.replace(" }", ", configuration: { upsells: { chain: [visit, visit] } } }")}${event("summary: Come").slice(seller.length)}`,
    ["1:118 seller.configuration.upsells.chain[1]: names the event 'visit' twice"],
  ],
  [
    "rates of a category and of a ticket group that no event has",
    `${seller.replace(" }", ", configuration: { invoice: { name: A, address: [B], tax_id: C, tax_name: VAT, rates: { default: 20, categories: { Gate: 0 }, groups: { visit/none: 5 } } } } }")}${event("summary: Come").slice(seller.length)}`,
    [
      "1:188 seller.configuration.invoice.rates.categories.Gate: no event has the category 'Gate'",
      "1:209 seller.configuration.invoice.rates.groups.visit/none: there is no ticket group 'visit/none'",
    ],
  ],
  [
    "a rate of more than all and a rate with four decimals",
    seller.replace(
      " }",
      ", configuration: { invoice: { name: A, address: [B], tax_id: C, tax_name: VAT, rates: { default: 120, categories: { Gate: 5.1234 } } } } }",
    ),
    [
      "1:161 seller.configuration.invoice.rates.default: Too big: expected number to be <=100",
      "1:189 seller.configuration.invoice.rates.categories.Gate: Invalid number: must be a multiple of 0.001",
    ],
  ],
  [
    "a tax without a rate, and one without a name",
    type("price: 10, tax: { name: VAT } }\n      - { key: child, name: Child, price: 5, tax: { rate: 5 }"),
    [
      "9:51 events[0].groups[0].types[0].tax.rate: is missing",
      "10:50 events[0].groups[0].types[1].tax.name: is missing",
    ],
  ],
  [
    "a rate below zero, one of more than all, and one with four decimals",
    type(
      ["-1", '"101"', "5.1234"]
        .map(
          (rate, nth) =>
            `${nth === 0 ? "" : ` }\n      - { key: t${nth}, name: T, `}price: 10, tax: { name: VAT, rate: ${rate} }`,
        )
        .join(""),
    ),
    [0, 1, 2].map(
      (nth) =>
        `${9 + nth}:${nth === 0 ? 69 : 62} events[0].groups[0].types[${nth}].tax.rate: must be a rate in percent from 0 to 100 with at most three decimals, like 6.9`,
    ),
  ],
  [
    "a tax with a name of two lines and a field that is none",
    type('price: 10, tax: { name: "V\\nAT", rate: 5, included: false }'),
    [
      "9:58 events[0].groups[0].types[0].tax.name: must be one line of text",
      "9:82 events[0].groups[0].types[0].tax.included: is not a field of the format",
    ],
  ],
  [
    "a tax of a donation",
    type("price: 10, tax: { name: VAT, rate: 5 }").replace("key: general", "key: general\n        handler: donation"),
    ["10:51 events[0].groups[0].types[0].tax: does not apply to gift cards and donations, which are not taxed"],
  ],
  [
    "a regular expression that is none",
    seller.replace(" }", ', configuration: { citypass_code_groups: { adult_regexp: "(", child_regexp: "a" } } }'),
    ["1:116 seller.configuration.citypass_code_groups.adult_regexp: is not a regular expression that is safe to run"],
  ],
  [
    "a day that is none",
    schedule("closed: [2027-02-30]"),
    ["9:18 events[0].schedules[0].closed[0]: are not days in the calendar, or end before they begin"],
  ],
  [
    "a closed day of a venue that is none",
    `${seller}venues:\n  a: { name: A, timezone: Europe/London, closed: ["12-25", 2027-02-30] }\n`,
    ["3:60 venues.a.closed[1]: are not days in the calendar, or end before they begin"],
  ],
  [
    "a venue to follow that is not there",
    schedule("closed_with_venue: true"),
    ["9:9 events[0].schedules[0].closed_with_venue: needs a venue"],
  ],
  [
    "a day in words",
    schedule("closed: [easter]"),
    [
      "9:18 events[0].schedules[0].closed[0]: must be a day (2027-03-01, today+3d, or 12-25 for every year) or { from, until }",
    ],
  ],
  [
    "a time that is none",
    schedule("").replace("10:00", "25:00"),
    ['8:36 events[0].schedules[0].weekly[0].at[0]: is a time of day, like "09:30"'],
  ],
  [
    "weekdays that are none",
    schedule("").replace("daily", "sometimes"),
    ["8:20 events[0].schedules[0].weekly[0].on: must be daily, weekdays, weekends or a list like [tue, sat]"],
  ],
  [
    "a capacity below none",
    schedule("capacity: -5"),
    ["9:9 events[0].schedules[0].capacity: must be -1 for no limit, or 0 or more"],
  ],
  [
    "tabs of the day",
    event(
      "config: { session_picker_tabs: [{ label: A, start: '0900', end: '12:00' }, { label: B, start: '1200', end: '2400' }] }",
    ),
    ['5:64 events[0].config.session_picker_tabs[0].end: is a time as four digits, like "0930" or "2400"'],
  ],
  [
    "a message whose condition never holds",
    event(
      'messages: [{ key: m, when: { time: { from: "22:00", until: "02:00" }, min: 9, max: 4 }, say: { date_message: Hi } }]',
    ),
    [
      "5:57 events[0].messages[0].when.time.until: is not after from",
      "5:83 events[0].messages[0].when.max: is less than min",
    ],
  ],
  [
    "a message about no group",
    event("messages: [{ key: m, when: { groups: [vip] }, say: { date_message: Hi } }]"),
    ["5:43 events[0].messages[0].when.groups[0]: this event has no group 'vip'"],
  ],
  [
    "a picture that is not there",
    `${seller}images: { a: { file: gone.webp } }\n`,
    ["2:16 images.a.file: gone.webp does not exist"],
  ],
  [
    "a picture from elsewhere on the machine",
    `${seller}images: { a: { file: /etc/hostname } }\n`,
    ["2:16 images.a.file: /etc/hostname must be relative to the folder of the catalogue"],
  ],
  [
    "a picture of 13 MB",
    `${seller}images: { a: { file: huge.png } }\n`,
    ["2:16 images.a.file: huge.png has 13 MB; an image may have at most 12 MB"],
  ],
  [
    "a drawing with a script",
    `${seller}images: { a: { file: script.svg } }\n`,
    ["2:16 images.a.file: script.svg is an SVG with scripts, links, or foreign or unknown elements"],
  ],
  ["a drawing", `${seller}images: { a: { file: drawing.svg } }\n`, []],
  ["a focal point at the edges", `${seller}images: { a: { file: drawing.svg, focus: { x: 0, y: 100 } } }\n`, []],
  [
    "a focal point outside of its image",
    `${seller}images: { a: { file: drawing.svg, focus: { x: -1, y: 101 } } }\n`,
    ["2:44 images.a.focus.x: must be 0 or more", "2:51 images.a.focus.y: must be 100 or less"],
  ],
  [
    "nothing wrong",
    priced('sessions: [{ date: today+1d, at: "10:00", minutes: 5, prices: { general/adult: 7 } }]'),
    [],
  ],
])("a catalogue is refused at the field that is wrong: %s", async (_, text, expected) => {
  expect(await listProblems(text)).toEqual(expected);
  for (const line of expected) expect(pointsAtField(text, line)).toBe(true);
});

/** The reported position is where the last field of the path is in the file; a missing field is nowhere in it. */
const pointsAtField = (text: string, error: string): boolean => {
  const [, line, column, path = ""] = /^(\d+):(\d+) (\S*): /.exec(error) ?? [];
  const field = /([\w/]+)$/.exec(path)?.[1];
  return (
    !field ||
    error.includes(": is missing") ||
    (text.split("\n")[Number(line) - 1] ?? "").slice(Number(column) - 1).startsWith(field)
  );
};

test("reports an image file that is not an image", async () => {
  const [problem] = await listProblems(`${seller}images: { a: { file: broken.png } }\n`);
  expect(problem).toMatch(/^2:16 images\.a\.file: broken\.png cannot be read as an image/);
});

test("reports all problems at once, of form and of content", async () => {
  const found = await listProblems(
    `${event("venue: hall")}  - key: talk\n    name: 5\n  - key: late\n    meta: { image_cover: x }\n    name: Late\n`,
  );
  expect(found).toEqual([
    "7:5 events[1].name: must be text",
    "5:5 events[0].venue: there is no venue 'hall'",
    "9:13 events[2].meta.image_cover: there is no image 'x'",
  ]);
});

test("reads JSON with tabs, and several sellers in one file", async () => {
  const one = {
    seller: { slug: "pier", name: "Pier", currency: "USD", timezone: "Europe/London" },
    events: [{ key: "visit", name: 5 }],
  };
  expect(await listProblems(JSON.stringify(one, null, "\t"))).toEqual(["11:4 events[0].name: must be text"]);
  const { sources } = parseCatalogue(`${seller}---\n${seller.replace("pier", "quay")}`, { file: "two.yaml", folder });
  expect(sources.map(({ catalogue }) => catalogue.seller.slug)).toEqual(["pier", "quay"]);
});

test("the JSON Schema in the repository describes the format", async () => {
  const written: unknown = JSON.parse(
    await readFile(join(import.meta.dirname, "../../../../../docs/catalogue.schema.json"), "utf8"),
  );
  // To update it, run `npm run foyer -- import --schema > docs/catalogue.schema.json`.
  expect(written).toEqual(JSON.parse(JSON.stringify(catalogueSchema())));
});

const days = (sessions: string, more = "") => event(`${more}sessions: [${sessions}]`);
const long = '{ date: 2027-01-04, at: "08:00", minutes: 360 }';
const later = '{ date: 2027-01-04, at: "15:00", minutes: 360 }';
test.each([
  ["one long session on a day", days(long), []],
  [
    "two long sessions on a day",
    days(`${long}, ${later}`),
    [
      "events[0].meta.names_start: 2027-01-04 has 2 sessions, but those longer than 5 hours do not show when they begin; set it to true to show the time, or to false for all-day visits",
    ],
  ],
  ["two long sessions that name their start", days(`${long}, ${later}`, "meta: { names_start: true }\n"), []],
  ["two long sessions that are days", days(`${long}, ${later}`, "meta: { names_start: false }\n"), []],
  ["two long sessions of an event that happens once", days(`${long}, ${later}`, "event_type: single\n"), []],
  ["a long session beside a cancelled one", days(`${long}, ${later.replace(" }", ", cancelled: true }")}`), []],
  ["two short sessions on a day", days(`${long}, ${later}`.replaceAll("360", "300")), []],
])("warns about starts that buyers are not told: %s", async (_, text, warnings) =>
  expect(await listWarnings(text)).toEqual(warnings),
);

test("says which links are possible", async () => {
  const linked = seller.replace(" }", ", web: { footer_links: [{ label: Us, href: 'http://example.org' }] } }");
  expect(await listProblems(linked)).toEqual([
    expect.stringContaining(
      "seller.web.footer_links[0].href: must be a link that begins with https://, mailto: or tel:, or a path",
    ),
  ]);
});

test.each([
  ["<p>Hi<script>alert(1)</script></p>", true],
  ["<p onclick='go()'>Hi</p>", true],
  ["<a href='javascript:go()'>Hi</a>", true],
  ["<p>Ask about onsite = free, and javascript: the book</p>", false],
  ["<p><b>Hi</b> <a href='https://example.org'>there</a></p>", false],
])("warns about HTML that would run: %s", async (html, isFound) =>
  expect(
    await listWarnings(type("price: 10").replace("types:", `description: ${JSON.stringify(html)}\n        types:`)),
  ).toEqual(
    isFound ? ["events[0].groups[0].description: has HTML that would run: the storefront leaves scripts out"] : [],
  ),
);

const plan = (price: string, shares: string) => type(price) + `        payment_plan: ${shares}\n`;
const halves = "[{ percent: 50 }, { percent: 50, due_days: 30 }]";
const tenth = "[{ percent: 90 }, { percent: 10, due_days: 30 }]";
const small = (part: string) => [
  `events[0].groups[0].payment_plan: has a part of ${part} for one 'Adult', but the least that a card can pay is 0.50`,
];
test.each([
  ["halves of 10.00", plan("price: 10", halves), []],
  ["a tenth of 10.00", plan("price: 10", tenth), []],
  ["a tenth of 4.90", plan("price: 4.90", tenth), small("0.49")],
  ["a tenth of what a buyer may lower to 4.00", plan("price: 10, price_min: 4, price_max: 20", tenth), small("0.40")],
  ["halves of nothing", plan("price: 0", halves), []],
])("warns about instalments that no card can pay: %s", async (_, text, warnings) =>
  expect(await listWarnings(text)).toEqual(warnings),
);

const part = (label: string, start: string, end: string) => `{ label: ${label}, start: '${start}', end: '${end}' }`;
const early = part("Early", "0000", "1200");
const overlaps = "'Late' overlaps another part, which shows the sessions that both contain";
test.each([
  ["one part", [early], ["divides nothing: a day needs two or three parts"]],
  ["two parts", [early, part("Late", "1200", "2400")], []],
  ["none", [], []],
  ["a name twice", [early, part("Early", "1200", "2400")], ["two parts are called 'Early' and cannot be told apart"]],
  ["parts that overlap", [early, part("Late", "1130", "2400")], [overlaps]],
  ["parts in another order", [part("Late", "1200", "2400"), early], []],
])("warns about parts of the day that divide nothing: %s", async (_, tabs, warnings) => {
  const settings = `{ session_picker_tabs: [${tabs.join(", ")}] }`;
  const ofSeller = await listWarnings(seller.replace(" }", `, web: ${settings} }`));
  expect(ofSeller).toEqual(warnings.map((warning) => `seller.web.session_picker_tabs: ${warning}`));
});

test("warns about parts of the day of an event", async () =>
  expect(
    await listWarnings(days(long, `config: { session_picker_tabs: [${early}, ${part("Late", "1130", "2400")}] }\n`)),
  ).toEqual([`events[0].config.session_picker_tabs: ${overlaps}`]));

test.each([
  [
    "of tickets left, up to which nothing more is public",
    "web: { show_remaining_session_capacity_threshold: 100 }",
    [],
  ],
  [
    "of tickets left that is never public",
    "web: { show_remaining_session_capacity_threshold: 101 }",
    [
      "seller.web.show_remaining_session_capacity_threshold: acts like 100: larger numbers of tickets left are never shown",
    ],
  ],
  ["of add-ons", "configuration: { upsells: { visit_time: same_date } }", []],
  [
    "of add-ons that nobody knows",
    "configuration: { upsells: { visit_time: whenever } }",
    [
      "seller.configuration.upsells.visit_time: Unsupported value for upsells.visit_time config: without one of timeslot, same_start, same_date, until_close nothing is limited",
    ],
  ],
])("warns about a setting without effect: %s", async (_, setting, warnings) =>
  expect(await listWarnings(seller.replace(" }", `, ${setting} }`))).toEqual(warnings),
);

const ignoredLoginPath =
  'seller.configuration.login_path: is ignored: it must be a path of the storefront without another page, like "/login"';
test.each([
  ["/sign-in", []],
  ["sign-in", [ignoredLoginPath]],
  ["/events", [ignoredLoginPath]],
])("warns about a login page that cannot be one: %s", async (path, warnings) =>
  expect(await listWarnings(seller.replace(" }", `, configuration: { login_path: ${path} } }`))).toEqual(warnings),
);
