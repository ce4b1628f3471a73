import { describe, expect, test } from "vitest";
import { sortByRank, benefitName, memberAccess, termsValidOn, type MemberTerm } from "./memberTerms.ts";

/** A year's membership, from the first of March to the end of February. */
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
    ["on a day of its term", [year], "2026-11-21", "2026-12-24", "otherwise", ["year"]],
    ["on its first day", [year], "2026-02-01", "2026-03-01", "otherwise", ["year"]],
    ["not the day before it begins", [year], "2026-02-01", "2026-02-28", "otherwise", []],
    ["not before it begins, whatever the seller allows after it", [year], "2026-02-01", "2026-02-28", "always", []],
    ["on its last day", [year], "2026-11-21", "2027-02-28", "otherwise", ["year"]],
    ["not the day after", [year], "2026-11-21", "2027-03-01", "otherwise", []],
    ["not the day after, where the seller says nothing", [year], "2026-11-21", "2027-03-01", undefined, []],
    ["the day after, where that is always allowed", [year], "2026-11-21", "2027-03-01", "always", ["year"]],
    ["not the day after, where only renewing ones may", [year], "2026-11-21", "2027-03-01", "if_autorenew", []],
    ["the day after, if it renews itself", [renewing], "2026-11-21", "2027-03-01", "if_autorenew", ["renewing"]],
    ["not if it renews itself where nobody may", [renewing], "2026-11-21", "2027-03-01", "otherwise", []],
    ["on no day, once it is over", [year], "2027-03-01", "2027-03-02", "always", []],
    ["not even on a day of its term, once it is over", [year], "2027-03-01", "2027-02-28", "always", []],
    ["ten years from now, without an end", [forever], "2026-11-21", "2036-11-21", "otherwise", ["forever"]],
    ["by the renewal that is paid, in its term", [year, next], "2026-11-21", "2027-06-01", "otherwise", ["next"]],
    ["by the renewal alone, whatever is allowed", [year, next], "2026-11-21", "2027-06-01", "always", ["next"]],
    ["by one of them on the day they meet", [year, next], "2026-11-21", "2027-02-28", "otherwise", ["year"]],
    ["by all that are valid", [year, family], "2026-11-21", "2026-12-24", "otherwise", ["year", "family"]],
    ["by none", [], "2026-11-21", "2026-12-24", "always", []],
  ] as const)("%s", (_, terms, today, day, beyond, ids) =>
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
    ["a type by its name", at([year]), adult, true],
    ["a type by the name that it goes by", at([year]), guest, true],
    ["not a type that is not named", at([year]), child, false],
    ["any type by a '*'", at([family]), child, true],
    ["none where none of it is allowed", at([{ ...year, benefits: { Adult: 0 } }]), adult, false],
    ["a type that only the '*' allows", at([{ ...year, benefits: { Adult: 0, "*": 1 } }]), adult, true],
    ["a type without a limit", at([{ ...year, benefits: { Adult: -1 } }]), adult, true],
    ["before the term begins", at([year], "2026-01-01"), adult, true],
    ["nothing once it is over", at([year], "2027-03-01"), adult, false],
    ["nothing to whoever is no member", at([]), adult, false],
    ["nothing that only looks like a name", at([year]), { ...adult, name: "constructor" }, false],
  ] as const)("%s", (_, terms, type, opens) => expect(memberAccess(terms)(type, "tickets")).toBe(opens));

  test("shows nothing on a day outside the term", () => {
    expect(memberAccess(at([year]), "2027-02-28")(adult, "tickets")).toBe(true);
    expect(memberAccess(at([year]), "2027-03-01")(adult, "tickets")).toBe(false);
  });

  test.each([
    ["a level for members", "membership", [year], true],
    ["a gift card for members", "ledger", [year], true],
    ["a level for members, to nobody else", "membership", [], false],
  ] as const)("%s is open to every member, whatever their benefits", (_, handler, terms, opens) =>
    expect(memberAccess(at(terms))(child, handler)).toBe(opens),
  );
});

test("benefits use the type's own benefit name if it has one", () => {
  expect(benefitName({ name: "Member adult", member_event_ticket_type: "Adult" })).toBe("Adult");
  expect(benefitName({ name: "Adult", member_event_ticket_type: null })).toBe("Adult");
});
