import { describe, expect, test } from "vitest";
import type { TicketGroup, TicketType } from "@foyer/contract/shop/catalog.ts";
import type { MembershipRule } from "@foyer/contract/shop/membership.ts";
import {
  asGift,
  countControl,
  partyCount,
  membershipChanges,
  attendeeOf,
  hasAttendeeFields,
  levelOptionPrice,
  levelOptions,
  parseMembershipAction,
  moveParty,
  emptyParty,
  partyLimits,
  partyMembers,
  missingPartyStep,
  partyProblems,
  partyRequest,
  partyForRenewal,
  defaultLevel,
  type LevelOption,
} from "./partyForm.ts";
import { dollars, testGroup, testType } from "../../../test/testCatalog.ts";

const group = (id: string, more: Partial<TicketGroup> = {}): TicketGroup =>
  testGroup(id, { handler: "membership", duration_new: "P1Y", ...more });
const level = (gift: boolean): NonNullable<TicketGroup["level"]> => ({
  program: null,
  price: "0",
  physical_card: false,
  gift,
  term: { valid_from: "2026-11-21T12:00:00Z", valid_to: null, last_day: null },
});
const type = (id: string, ticket_group_id: string, more: Partial<TicketType> = {}): TicketType =>
  testType(id, ticket_group_id, { currency_amount: "90", discounted_amount: "90", ...more });
const rule = (ticket_type_id: string, more: Partial<MembershipRule> = {}): MembershipRule => ({
  ticket_group_id: "family",
  ticket_type_id,
  party_role: "member",
  named: "yes",
  emailed: "yes",
  min: 1,
  max: 1,
  ...more,
});

const offered = {
  groups: [group("family", { _rank: 2, level: level(true) }), group("single", { _rank: 1, level: level(false) })],
  types: [
    type("adult", "family"),
    type("child", "family", { _rank: 1, discounted_amount: "10" }),
    type("one", "single"),
  ],
  rules: [
    rule("adult", { max: 2 }),
    rule("child", { party_role: "child", named: "optional", emailed: "no", min: 0, max: -1 }),
  ],
  tg: [],
  action: "buy",
} as const;
const family = levelOptions(offered).find((one) => one.group.id === "family") as LevelOption;

test.each([
  [undefined, "buy"],
  ["gift", "gift"],
  ["renew", "renew"],
  ["else", "buy"],
])("a path ending with %s gives the action %s", (word, action) => expect(parseMembershipAction(word)).toBe(action));

describe("levels on offer", () => {
  const names = (more: Partial<Parameters<typeof levelOptions>[0]>) =>
    levelOptions({ ...offered, ...more }).map((one) => one.group.id + (one.soldOut ? ", sold out" : ""));
  test.each([
    ["are in the seller's order", {}, ["single", "family"]],
    ["as a gift are only those with a gift code", { action: "gift" }, ["family"]],
    ["are only those of the link's tg", { tg: ["family"] }, ["family"]],
    ["contain no ticket groups", { groups: [group("day", { handler: "tickets" })] }, []],
    ["contain none that is not on sale", { groups: [group("family", { available: false })] }, []],
    [
      "contain a sold-out one, marked",
      { groups: [group("family", { available: false, sold_out: true })] },
      ["family, sold out"],
    ],
    ["without types are sold out", { types: [] }, ["single, sold out", "family, sold out"]],
    ["contain none that is only for links", { groups: [group("family", { hidden_type: "public_link_only" })] }, []],
    [
      "contain one only for links if the link names it",
      { groups: [group("family", { hidden_type: "public_link_only" })], tg: ["family"] },
      ["family"],
    ],
  ] as const)("the levels on offer %s", (_, more, expected) => expect(names(more)).toEqual(expected));

  test("treats a type without a rule as one person with name and e-mail", () => {
    const [single] = levelOptions(offered);
    expect(single?.party.map((one) => one.rule)).toEqual([
      { ticket_type_id: "one", party_role: "member", named: "yes", emailed: "yes", min: 1, max: 1 },
    ]);
  });

  test.each([
    ["is the only level", [family], "family"],
    ["is undefined with two levels", [family, { ...family, group: group("single") }], undefined],
    [
      "is the only one of two that is not sold out",
      [
        { ...family, soldOut: true },
        { ...family, group: group("single") },
      ],
      "single",
    ],
  ])("the default level %s", (_, levels, chosen) => expect(defaultLevel(levels)).toBe(chosen));
});

test.each([
  ["exactly one", { min: 1, max: 1 }, { min: 1, max: 1 }, "none"],
  ["none or one", { min: 0, max: 1 }, { min: 0, max: 1 }, "yes_no"],
  ["up to four", { min: 0, max: 4 }, { min: 0, max: 4 }, "select"],
  ["one or two", { min: 1, max: 2 }, { min: 1, max: 2 }, "select"],
  ["no maximum, limited to ten", { min: 0, max: -1 }, { min: 0, max: 10 }, "select"],
  ["a minimum above the maximum", { min: 3, max: 2 }, { min: 2, max: 2 }, "none"],
] as const)("limits and control of a party of %s", (_, expected, limits, control) => {
  expect(partyLimits(expected)).toEqual(limits);
  expect(countControl(expected)).toBe(control);
});

test.each([
  ["the minimum if nothing is entered", {}, [1, 0]],
  ["the entered numbers", { adult: 2, child: 3 }, [2, 3]],
  ["no more than the rule allows", { adult: 5, child: 50 }, [2, 10]],
  ["no fewer than the minimum", { adult: 0 }, [1, 0]],
])("a party of %s", (_, counts, numbers) =>
  expect(family.party.map((one) => partyCount(one, counts))).toEqual(numbers),
);

test.each([
  ["the minimum party", {}, { price: 9000, before: 9000, fees: 0 }],
  ["two adults and three children", { adult: 2, child: 3 }, { price: 21000, before: 45000, fees: 0 }],
])("the price of %s", (_, counts, price) => expect(levelOptionPrice(family, counts, dollars)).toEqual(price));

test("fees are added for each person", () => {
  const fee = type("adult", "family", { outside_fees: [{ fee_fixed_outside: true, fee: "1.50" }] });
  const party = [{ type: fee, rule: rule("adult", { max: 2 }) }];
  expect(levelOptionPrice({ party }, { adult: 2 }, dollars)).toEqual({ price: 18000, before: 18000, fees: 300 });
});

test("numbers people if there are several of a type", () => {
  expect(
    partyMembers(family, { child: 2 }).map(({ key, number, fields }) => [key, number, fields.names, fields.emails]),
  ).toEqual([
    ["adult:0", null, "required", "required"],
    ["child:0", 1, "optional", "hidden"],
    ["child:1", 2, "optional", "hidden"],
  ]);
});

test.each([
  ["yes", "no", true],
  ["no", "optional", true],
  ["no", "no", false],
] as const)("named %s and emailed %s has fields: %s", (named, emailed, hasFields) => {
  const [member] = partyMembers(
    { party: [{ type: type("adult", "family"), rule: rule("adult", { named, emailed }) }] },
    {},
  );
  expect(member && hasAttendeeFields(member)).toBe(hasFields);
});

const optionalParty: LevelOption = {
  ...family,
  party: family.party.map((one) => ({ ...one, rule: { ...one.rule, min: 0 } })),
};
test.each([
  ["no level", undefined, {}, "level"],
  ["a sold-out level", { ...family, soldOut: true }, {}, "level"],
  ["a complete level", family, {}, undefined],
  ["a level without people", { ...family, party: [] }, {}, "members"],
  ["no one who owns the membership", optionalParty, { child: 1 }, "members"],
  ["an owner who is added", optionalParty, { adult: 1 }, undefined],
] as const)("what is missing with %s", (_, chosen, counts, missing) =>
  expect(missingPartyStep(chosen, counts)).toBe(missing),
);

describe("names and addresses", () => {
  const ada = { first: "Ada", last: "Lovelace", email: "ada@example.org" };
  const expected = (people: Parameters<typeof partyProblems>[1]["people"], counts = {}) =>
    partyProblems(partyMembers(family, counts), { counts, people }).map(
      ({ key, field, message }) => `${key} ${field} ${message}`,
    );
  test.each([
    ["a complete person has none", { "adult:0": ada }, {}, []],
    [
      "an empty form lacks name and address",
      {},
      {},
      ["adult:0 first empty", "adult:0 last empty", "adult:0 email empty"],
    ],
    ["a name of one word lacks the last name", { "adult:0": { ...ada, last: " " } }, {}, ["adult:0 last empty"]],
    [
      "an invalid address is reported",
      { "adult:0": { ...ada, email: "ada at example" } },
      {},
      ["adult:0 email not_email"],
    ],
    [
      "a name that is too long is reported",
      { "adult:0": { ...ada, last: "x".repeat(51) } },
      {},
      ["adult:0 last too_long"],
    ],
    ["an optional person without a name has none", { "adult:0": ada }, { child: 1 }, []],
    [
      "an optional person with one word lacks the last name",
      { "adult:0": ada, "child:0": { ...ada, last: "" } },
      { child: 1 },
      ["child:0 last empty"],
    ],
    ["a removed person is not checked", { "adult:0": ada, "child:0": { ...ada, last: "" } }, {}, []],
  ])("%s", (_, people, counts, problems) => expect(expected(people, counts)).toEqual(problems));

  test("names and addresses are sent by type, in order, and only if requested", () => {
    const people = { "adult:0": { ...ada, first: " Ada " }, "child:1": { ...ada, first: "Byron", email: "" } };
    expect(partyRequest(family, { counts: { child: 2 }, people })).toEqual([
      { ticket_type_id: "adult", quantity: 1, admit_names: ["Ada Lovelace"], admit_emails: ["ada@example.org"] },
      { ticket_type_id: "child", quantity: 2, admit_names: ["", "Byron Lovelace"] },
    ]);
  });

  test("omits a type without people", () =>
    expect(partyRequest(family, emptyParty).map((one) => one.ticket_type_id)).toEqual(["adult"]));
});

describe("a renewal starts with the people on the membership", () => {
  const held = (
    ticket_type_id: string,
    party_role: string,
    holder_name: string | null,
    holder_email: string | null = null,
  ) => ({
    ticket_type_id,
    party_role,
    holder_name,
    holder_email,
  });
  test.each([
    [
      "fills in people by type",
      [held("adult", "member", "Ada Lovelace", "ada@example.org"), held("child", "child", "Byron King")],
      { adult: 1, child: 1 },
      ["adult:0 Ada/Lovelace/ada@example.org", "child:0 Byron/King/"],
    ],
    [
      "fills in people by role at another level",
      [held("one", "member", "Ada Lovelace")],
      { adult: 1, child: 0 },
      ["adult:0 Ada/Lovelace/"],
    ],
    [
      "fills in a name of one word as first name",
      [held("adult", "member", "Ada")],
      { adult: 1, child: 0 },
      ["adult:0 Ada//"],
    ],
    [
      "fills in no more people than allowed",
      Array.from({ length: 3 }, () => held("adult", "member", "Ada Lovelace")),
      { adult: 2, child: 0 },
      ["adult:0 Ada/Lovelace/", "adult:1 Ada/Lovelace/"],
    ],
    ["leaves a missing name empty", [held("adult", "member", null)], { adult: 1, child: 0 }, ["adult:0 //"]],
  ])("%s", (_, renewed, counts, people) => {
    const typed = partyForRenewal(family, renewed);
    expect(typed.counts).toEqual(counts);
    expect(
      Object.entries(typed.people).map(([key, { first, last, email }]) => `${key} ${first}/${last}/${email}`),
    ).toEqual(people);
  });
});

test("keeps entered names when another level is chosen", () => {
  const [single] = levelOptions(offered);
  const ada = { first: "Ada", last: "Lovelace", email: "ada@example.org" };
  const moved = moveParty(single, family, { counts: {}, people: { "one:0": ada } });
  expect(moved.people["adult:0"]).toEqual(ada);
  const back = moveParty(family, family, { ...moved, people: { "adult:0": { ...ada, first: "Augusta" } } });
  expect(back.people["adult:0"]?.first).toBe("Augusta");
  expect(moveParty(undefined, family, emptyParty).people).toEqual({});
});

test.each([
  ["a level", family],
  ["a level without required people", optionalParty],
])("%s as a gift has one person and no name", (_, level) => {
  const gift = asGift(level);
  expect(
    partyMembers(gift, { adult: 2, child: 3 }).map(({ key, fields }) => [key, fields.names, fields.emails]),
  ).toEqual([["adult:0", "hidden", "hidden"]]);
  expect(missingPartyStep(gift, {})).toBeUndefined();
});

test.each([
  ["nothing", { first: "Ada", last: "Lovelace", email: "ada@example.org" }, undefined],
  [
    "a name",
    { first: "Augusta", last: "Lovelace", email: "ada@example.org" },
    { holder_name: "Augusta Lovelace", holder_email: "ada@example.org" },
  ],
  [
    "an address away",
    { first: "Ada", last: "Lovelace", email: " " },
    { holder_name: "Ada Lovelace", holder_email: null },
  ],
])("a change of %s sends only that change", (_, typed, sent) => {
  const held = { holder_name: "Ada Lovelace", holder_email: "ada@example.org" };
  expect(attendeeOf(held)).toEqual({ first: "Ada", last: "Lovelace", email: "ada@example.org" });
  expect(membershipChanges(held, typed)).toEqual(sent);
});
