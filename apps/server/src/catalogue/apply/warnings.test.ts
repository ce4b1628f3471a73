import { expect, test } from "vitest";
import { prepareDemo } from "./loadDemo.ts";
import { pierCatalogue, now, runImport } from "../../../test/catalogue/pierCatalogue.ts";
import { formatReport } from "./importReport.ts";

const programs = `
membership_programs:
  - { key: friends, name: Friends, roles: [{ key: friend, name: Friend, benefits: { Member: 2 } }] }
`;
const web = "web: { admission_event: visit, membership_event: membership }";
const forMembers = (slug: string) => pierCatalogue(slug).replace("public_link_only", "public_member_only");
const clean = (slug: string) =>
  forMembers(slug).trimEnd().replace("web: { admission_event: visit }", web).concat("\n", level(), programs);
const level = ({ program = "program: friends,", role = ", role: friend", rule = "" } = {}) => `  - key: membership
    name: Membership
    event_type: other
    groups:
      - { key: one, name: One, handler: membership, ${program} types: [{ key: adult, name: Adult, price: 90${role}${rule} }] }
`;
const cards = `  - key: cards
    name: Gift cards
    event_type: other
    groups: [{ key: card, name: A card, handler: ledger, types: [{ key: ten, name: Ten, price: 10 }] }]
`;
const importWarnings = async (text: string) =>
  (await runImport(text, { dryRun: true })).flatMap((report) =>
    report.warnings.map(({ path, message }) => `${path} ${message}`),
  );

test("a complete catalogue has no warnings", async () => {
  expect(await importWarnings(clean("whole"))).toEqual([]);
});

test.each<[string, (text: string) => string, string]>([
  [
    "gift cards of no ledger",
    (text) => text.replace("membership_programs:", `${cards}membership_programs:`),
    "events[3].groups[0].handler sells gift cards that cannot be used, because seller.configuration has no ledger_id",
  ],
  [
    "refunds as gift cards of no ledger",
    (text) =>
      text.replace(
        web,
        `${web}\n  configuration: { self_edit: { enabled: true, anon_editing: true, refund_to: gift_card } }`,
      ),
    "seller.configuration.self_edit.refund_to gives no gift cards, because seller.configuration has no ledger_id",
  ],
  [
    "a membership of no program",
    (text) => text.replace(level(), level({ program: "", role: "" })),
    "events[2].groups[0].handler is a membership without a program: it gives its members no benefits",
  ],
  [
    "a sale that begins at a time that the clocks skip",
    (text) =>
      text.replace("max_tickets_per_order: 8", "max_tickets_per_order: 8\n        sales_start: 2027-03-14 02:30"),
    "events[0].groups[0].sales_start is 02:30 on 2027-03-14: the clocks skip that time, so it becomes 03:30",
  ],
  [
    "a sale that ends at a time that the clocks show twice",
    (text) => text.replace("max_tickets_per_order: 8", "max_tickets_per_order: 8\n        sales_end: 2027-11-07 01:30"),
    "events[0].groups[0].sales_end is 01:30 on 2027-11-07: the clocks show that time twice, so the first is meant",
  ],
  [
    "a code that ends at a time that the clocks show twice",
    (text) => `${text}codes: [{ key: a, name: A, codes: [{ code: AUTUMN, valid_to: 2027-11-07 01:00 }] }]\n`,
    "codes[0].codes[0].valid_to is 01:00 on 2027-11-07: the clocks show that time twice, so the first is meant",
  ],
  [
    "a discount that begins at a time that the clocks skip",
    (text) => `${text}discounts: [{ key: a, name: A, percent: 10, valid_from: 2027-03-14 02:00 }]\n`,
    "discounts[0].valid_from is 02:00 on 2027-03-14: the clocks skip that time, so it becomes 03:00",
  ],
  [
    "a price by day of a pass",
    (text) =>
      text.replace(
        "membership_programs:",
        `  - key: passes
    name: Passes
    groups: [{ key: year, name: A year, handler: passes, duration_new: P1Y, types: [{ key: adult, name: Adult, price: 90 }] }]
    prices: [{ when: { on: [sat] }, amounts: { year/adult: 80 } }]
membership_programs:`,
      ),
    "events[3].prices[0].amounts.year/adult has no effect: these tickets do not belong to a session",
  ],
  [
    "a session's own price for tickets with dates of their own",
    (text) =>
      text.replace(
        "membership_programs:",
        `  - key: season
    name: Season
    groups: [{ key: year, name: A year, start_policy: fixedto, start_policy_date: 2027-06-30 00:00, types: [{ key: adult, name: Adult, price: 90 }] }]
    sessions: [{ date: 2027-03-01, at: "10:00", minutes: 60, prices: { year/adult: 80 } }]
membership_programs:`,
      ),
    "events[3].sessions[0].prices.year/adult has no effect: these tickets do not belong to a session",
  ],
  [
    "a level without a role",
    (text) => text.replace(level(), level({ role: "" })),
    "events[2].groups[0].types[0] has no role: members with this type get no benefits",
  ],
  [
    "a level on which nobody is a member",
    (text) => text.replace(level(), level({ rule: ", membership_rule: { party_role: child, min: 1 }" })),
    "events[2].groups[0].types no type has the party role member, so the first, 'adult', holds the membership",
  ],
  [
    "a membership that nothing leads to",
    (text) => text.replace(web, "web: { admission_event: visit }"),
    "events[2].groups[0] is a membership that no page links to, because seller.web has no membership_event",
  ],
  [
    "tickets for members that no role allows",
    (text) => text.replace("benefits: { Member: 2 }", "benefits: { Guest: 2 }"),
    "events[0].groups[1].types[0] is for members, but no role's benefits allow 'Member' or '*'",
  ],
  [
    "tickets for members where nobody can be one",
    () => forMembers("doubt"),
    "events[0].groups[1].hidden_type is for members, but there are no membership_programs",
  ],
])("imports with a warning: %s", async (_, change, warning) => {
  const text = clean("doubt");
  const changed = change(text);
  expect(changed).not.toBe(text);
  expect(await importWarnings(changed)).toEqual([warning]);
});

test("does not warn about gift cards with a ledger, nor about tickets that '*' allows", async () => {
  const named = clean("named")
    .replace("membership_programs:", `${cards}membership_programs:`)
    .replace(web, `${web}\n  configuration: { ledger_id: cards }`)
    .replace("benefits: { Member: 2 }", 'benefits: { "*": 2 }');
  expect(await importWarnings(named)).toEqual([]);
});

test("the report gives the position of a warning", async () => {
  const [report] = await runImport(clean("report").replace(level(), level({ role: "" })));
  expect(report && formatReport(report)).toMatch(
    /\n {2}warning: .+\.yaml:\d+:\d+ events\[2\]\.groups\[0\]\.types\[0\]: has no role: members/,
  );
});

test("the demo has no warnings", async () => {
  const { prepared } = await prepareDemo(now);
  expect(
    prepared.flatMap(({ warnings }) => warnings.map(({ file, path, message }) => `${file} ${path} ${message}`)),
  ).toEqual([]);
});
