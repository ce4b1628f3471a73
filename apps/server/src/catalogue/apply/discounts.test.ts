import { sql } from "kysely";
import { expect, test } from "vitest";
import { InvalidCatalogue } from "../format/problems.ts";
import {
  pierCatalogue,
  connections,
  databaseFingerprint,
  queryOne,
  runImport,
  reportLines,
} from "../../../test/catalogue/pierCatalogue.ts";

const discountsYaml = `
codes:
  - { key: welcome, name: Welcome, max_uses_each: 1, codes: [{ code: WELCOME }] }
  - { key: staff, name: Staff, activates: [teachers], max_uses: 9, codes: [{ code: STAFF }] }
  - { key: teachers, name: Teachers, activates: [welcome, staff], codes: [{ code: TEACH }] }
discounts:
  - key: welcome
    name: Welcome
    description: Because it is you
    codes: [welcome]
    percent: 12.5
    for: [{ event: visit, types: [general/adult] }, { event: visit, groups: [general] }]
    max_tickets: 2
    valid_from: 2026-11-01 00:00
    valid_to: 2027-01-01 00:00
    visits: { from: 2026-12-01, until: 2026-12-24 }
  - { key: ten, name: Ten at once, amount: 5.50, per: cart, min_tickets: 10, stacking: with_others }
  - { key: flat, name: One price, price: 9 }
`;
const withDiscounts = (slug: string, text = discountsYaml) => pierCatalogue(slug) + text;
const listRows = (slug: string) =>
  sql<Record<string, unknown>>`
    select d.key, d.benefit, d.per, d.scopes, d.min_tickets, d.max_tickets, d.valid_from, d.valid_to, d.visit_from, d.visit_until, d.stacking, d.retired,
      array(select g.key from code_group g where g.seller_id = d.seller_id and g.id = any(d.code_group_ids)) as codes
    from discount d join seller s on s.id = d.seller_id where s.slug = ${slug} order by d.rank, d.key`
    .execute(connections.acrossSellers())
    .then(({ rows }) => rows);

test("imports discounts as written, and changes nothing the second time", async () => {
  expect(reportLines(await runImport(withDiscounts("less")))).toEqual(
    expect.arrayContaining(["3 groups of codes added", "3 codes added", "3 discounts added"]),
  );
  const ids = await queryOne(
    sql<{ event: string; group: string; type: string }>`select e.id as event, g.id as "group", y.id as type
      from ticket_type y join ticket_group g on g.seller_id = y.seller_id and g.id = y.ticket_group_id join event_template e on e.seller_id = g.seller_id and e.id = g.event_template_id
      join seller s on s.id = y.seller_id where s.slug = 'less' and e.key = 'visit' and g.key = 'general' and y.key = 'adult'`,
  );
  const unlimited = {
    valid_from: null,
    valid_to: null,
    visit_from: null,
    visit_until: null,
    retired: false,
    codes: [],
  };
  expect(await listRows("less")).toEqual([
    {
      key: "welcome",
      benefit: { percent: 1250 },
      per: "ticket",
      scopes: [
        { event_template_ids: [ids.event], ticket_type_ids: [ids.type] },
        { event_template_ids: [ids.event], ticket_group_ids: [ids.group] },
      ],
      min_tickets: 1,
      max_tickets: 2,
      // Midnight in the seller's time zone.
      valid_from: "2026-11-01T04:00:00Z",
      valid_to: "2027-01-01T05:00:00Z",
      visit_from: "2026-12-01",
      visit_until: "2026-12-24",
      stacking: "alone",
      retired: false,
      codes: ["welcome"],
    },
    {
      key: "ten",
      benefit: { amount: 550 },
      per: "cart",
      scopes: [],
      min_tickets: 10,
      max_tickets: -1,
      stacking: "with_others",
      ...unlimited,
    },
    {
      key: "flat",
      benefit: { price: 900 },
      per: "ticket",
      scopes: [],
      min_tickets: 1,
      max_tickets: -1,
      stacking: "alone",
      ...unlimited,
    },
  ]);
  const before = await databaseFingerprint();
  expect((await runImport(withDiscounts("less")))[0]?.isUnchanged).toBe(true);
  expect(await databaseFingerprint()).toBe(before);
});

test("a code group activates what its groups activate, in any order", async () => {
  await runImport(withDiscounts("opening"));
  const { rows } = await sql<{ key: string; limits: number[]; opens: string[] }>`
    select g.key, array[g.max_uses, g.max_uses_each] as limits,
      array(select o.key from code_group o where o.seller_id = g.seller_id and o.id = any(g.activates) order by o.key) as opens
    from code_group g join seller s on s.id = g.seller_id where s.slug = 'opening' order by g.key`.execute(
    connections.acrossSellers(),
  );
  expect(rows).toEqual([
    { key: "staff", limits: [9, -1], opens: ["teachers", "welcome"] },
    { key: "teachers", limits: [-1, -1], opens: ["staff", "welcome"] },
    { key: "welcome", limits: [-1, 1], opens: [] },
  ]);
});

test("retires a discount that leaves the file, and restores it when it returns", async () => {
  await runImport(withDiscounts("leaver"));
  const gone = withDiscounts("leaver", discountsYaml.replace(/ {2}- \{ key: flat.*\n/, ""));
  expect(reportLines(await runImport(gone))).toEqual(["1 discount retired"]);
  expect((await listRows("leaver")).map(({ key, retired }) => [key, retired])).toEqual([
    ["welcome", false],
    ["ten", false],
    ["flat", true],
  ]);
  expect(reportLines(await runImport(withDiscounts("leaver")))).toEqual(["1 discount changed"]);
});

const withZip = (code: string) =>
  withDiscounts("wrong").replace("\n  timezone:", `\n  configuration: { zip_codes: { us: ${code} } }\n  timezone:`);
test.each([
  [
    "two benefits",
    discountsYaml.replace("price: 9", "price: 9, percent: 5"),
    "discounts[2]: needs exactly one of percent, amount and price",
  ],
  [
    "no benefit",
    discountsYaml.replace(", price: 9", ""),
    "discounts[2]: needs exactly one of percent, amount and price",
  ],
  [
    "more than all",
    discountsYaml.replace("12.5", "100.5"),
    "discounts[0].percent: must be a percentage above 0 and up to 100",
  ],
  [
    "nothing off",
    discountsYaml.replace("12.5", "0"),
    "discounts[0].percent: must be a percentage above 0 and up to 100",
  ],
  ["an amount of nothing", discountsYaml.replace("5.50", "0"), "discounts[1].amount: must be above 0"],
  [
    "a third of a cent",
    discountsYaml.replace("5.50", "5.505"),
    "discounts[1].amount: has more decimal places than USD",
  ],
  [
    "codes that are none",
    discountsYaml.replace("codes: [welcome]", "codes: [nobody]"),
    "discounts[0].codes[0]: there is no group of codes 'nobody'",
  ],
  [
    "a group that opens nothing",
    discountsYaml.replace("activates: [teachers]", "activates: [nobody]"),
    "codes[1].activates[0]: there is no group of codes 'nobody'",
  ],
  [
    "an event that is none",
    discountsYaml.replace("event: visit, types", "event: nowhere, types"),
    "discounts[0].for[0].event: there is no event 'nowhere'",
  ],
  [
    "a type that is none",
    discountsYaml.replace("general/adult", "general/nobody"),
    "discounts[0].for[0].types[0]: this event has no type 'general/nobody'",
  ],
  [
    "from no ticket on",
    discountsYaml.replace("min_tickets: 10", "min_tickets: 0"),
    "discounts[1].min_tickets: must be at least 1",
  ],
  [
    "for no ticket",
    discountsYaml.replace("max_tickets: 2", "max_tickets: 0"),
    "discounts[0].max_tickets: must be at least 1",
  ],
  [
    "over before it begins",
    discountsYaml.replace("valid_to: 2027", "valid_to: 2025"),
    "discounts[0].valid_to: is not after valid_from",
  ],
  [
    "visits the wrong way round",
    discountsYaml.replace("until: 2026-12-24", "until: 2026-11-24"),
    "discounts[0].visits.until: is before from",
  ],
  [
    "a day that is none",
    discountsYaml.replace("from: 2026-12-01", "from: 2026-02-30"),
    "discounts[0].visits.from: is not a day in the calendar",
  ],
  ["a key twice", discountsYaml.replace("key: flat", "key: ten"), "discounts[2].key: 'ten' is defined twice"],
])("reports %s", async (_, text, message) => {
  const error = await runImport(withDiscounts("wrong", text)).catch((wrong: unknown) => wrong);
  expect(error).toBeInstanceOf(InvalidCatalogue);
  expect((error as InvalidCatalogue).message).toContain(message);
});

test("a ZIP code setting refers to an existing code", async () => {
  const error = await runImport(withZip("NOBODY")).catch((wrong: unknown) => wrong);
  expect((error as InvalidCatalogue).message).toContain("seller.configuration.zip_codes.us: there is no code 'NOBODY'");
});
