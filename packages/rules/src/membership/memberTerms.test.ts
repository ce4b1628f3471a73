import { describe, expect, test } from "vitest";
import { sortByRank, benefitName, memberAccess, termsValidOn, type MemberTerm } from "./memberTerms.ts";

/** A one-year membership, from 1 March to the end of February. */
const year: MemberTerm = {
  id: "year",
  level_name: "Individual",
  benefits: { Adult: 1 },
  purchase_limit: -1,
  first_day: "2026-03-01",
  last_day: "2027-02-28",
  renews_itself: false,
  renews_id: null,
  program_rank: 1,
  role_rank: 1,
};
const next: MemberTerm = {
  ...year,
  id: "next",
  first_day: "2027-02-28",
  last_day: "2028-02-28",
  renews_id: "year",
};
const family: MemberTerm = { ...year, id: "family", program_rank: 2, benefits: { "*": 4 } };
const forever: MemberTerm = { ...year, id: "forever", last_day: null };
const renewing: MemberTerm = { ...year, id: "renewing", renews_itself: true };

describe("the memberships valid on a day", () => {
  test.each([
    ["include it on a day of its term", [year], "2026-11-21", "2026-12-24", "otherwise", ["year"]],
    ["include it on its first day", [year], "2026-02-01", "2026-03-01", "otherwise", ["year"]],
    ["do not include it the day before it begins", [year], "2026-02-01", "2026-02-28", "otherwise", []],
    [
      "do not include it before it begins even if later use is allowed",
      [year],
      "2026-02-01",
      "2026-02-28",
      "always",
      [],
    ],
    ["include it on its last day", [year], "2026-11-21", "2027-02-28", "otherwise", ["year"]],
    ["do not include it the day after", [year], "2026-11-21", "2027-03-01", "otherwise", []],
    ["do not include it the day after without a setting", [year], "2026-11-21", "2027-03-01", undefined, []],
    ["include it the day after if that is always allowed", [year], "2026-11-21", "2027-03-01", "always", ["year"]],
    [
      "do not include it the day after if only renewing ones are allowed",
      [year],
      "2026-11-21",
      "2027-03-01",
      "if_autorenew",
      [],
    ],
    [
      "include a renewing one the day after if renewing ones are allowed",
      [renewing],
      "2026-11-21",
      "2027-03-01",
      "if_autorenew",
      ["renewing"],
    ],
    [
      "do not include a renewing one the day after if none are allowed",
      [renewing],
      "2026-11-21",
      "2027-03-01",
      "otherwise",
      [],
    ],
    ["include no ended one", [year], "2027-03-01", "2027-03-02", "always", []],
    ["include no ended one even on a day of its term", [year], "2027-03-01", "2027-02-28", "always", []],
    ["include one without an end in ten years", [forever], "2026-11-21", "2036-11-21", "otherwise", ["forever"]],
    ["include a paid renewal in its term", [year, next], "2026-11-21", "2027-06-01", "otherwise", ["next"]],
    ["include only the renewal in its term", [year, next], "2026-11-21", "2027-06-01", "always", ["next"]],
    ["include only one on the day they meet", [year, next], "2026-11-21", "2027-02-28", "otherwise", ["year"]],
    ["include all that are valid", [year, family], "2026-11-21", "2026-12-24", "otherwise", ["year", "family"]],
    ["are none without memberships", [], "2026-11-21", "2026-12-24", "always", []],
  ] as const)("the valid memberships %s", (_, terms, today, day, beyond, ids) =>
    expect(termsValidOn(terms, day, { today, beyond }).map(({ id }) => id)).toEqual(ids),
  );
});

test("sorts by rank of the programme, rank of the role and first day", () => {
  const second = { ...year, id: "second", role_rank: 2 };
  const later = { ...year, id: "later", first_day: "2026-04-01" };
  expect(sortByRank([family, second, later, year]).map(({ id }) => id)).toEqual(["year", "later", "second", "family"]);
});

describe("the tickets for members that are shown", () => {
  const adult = { name: "Adult", member_event_ticket_type: null };
  const child = { name: "Child", member_event_ticket_type: null };
  const guest = { name: "Guest of a member", member_event_ticket_type: "Adult" };
  const at = (terms: readonly MemberTerm[], today = "2026-11-21") => ({ terms, today, beyond: "otherwise" as const });

  test.each([
    ["include a type by its name", at([year]), adult, true],
    ["include a type by its benefit name", at([year]), guest, true],
    ["leave out a type without allowance", at([year]), child, false],
    ["include any type with a '*' allowance", at([family]), child, true],
    ["leave out a type with an allowance of 0", at([{ ...year, benefits: { Adult: 0 } }]), adult, false],
    ["include a type that only '*' allows", at([{ ...year, benefits: { Adult: 0, "*": 1 } }]), adult, true],
    ["include a type with an unlimited allowance", at([{ ...year, benefits: { Adult: -1 } }]), adult, true],
    ["include a type before the term begins", at([year], "2026-01-01"), adult, true],
    ["leave out every type after the term", at([year], "2027-03-01"), adult, false],
    ["leave out every type for non-members", at([]), adult, false],
    ["leave out a type named like an object's own property", at([year]), { ...adult, name: "constructor" }, false],
  ] as const)("the tickets for members %s", (_, terms, type, opens) =>
    expect(memberAccess(terms)(type, "tickets")).toBe(opens),
  );

  test("shows nothing on a day outside the term", () => {
    expect(memberAccess(at([year]), "2027-02-28")(adult, "tickets")).toBe(true);
    expect(memberAccess(at([year]), "2027-03-01")(adult, "tickets")).toBe(false);
  });

  test.each([
    ["a level for members", "membership", [year], true],
    ["a gift card for members", "ledger", [year], true],
    ["a level for members, to non-members", "membership", [], false],
  ] as const)("the handler's access to %s does not depend on benefits", (_, handler, terms, opens) =>
    expect(memberAccess(at(terms))(child, handler)).toBe(opens),
  );
});

test("benefits use the type's own benefit name if it has one", () => {
  expect(benefitName({ name: "Member adult", member_event_ticket_type: "Adult" })).toBe("Adult");
  expect(benefitName({ name: "Adult", member_event_ticket_type: null })).toBe("Adult");
});
