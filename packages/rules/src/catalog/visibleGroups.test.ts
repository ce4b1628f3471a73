import { describe, expect, test } from "vitest";
import type { HiddenType } from "@foyer/contract/shop/catalog.ts";
import { fullMemberAccess } from "../membership/memberTerms.ts";
import { isListed, browsablePriceTypes, visibleGroups } from "./visibleGroups.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const type = { available: true, retired: false, name: "Adult", member_event_ticket_type: null };
const group = {
  id: "g",
  hidden_type: "public_browsable" as HiddenType,
  handler: "tickets" as const,
  available: true,
  retired: false,
  sales_start: null,
  sales_end: null,
  types: [type],
};
const members = { ...group, id: "m", hidden_type: "public_member_only" as const };
const linked = { ...group, id: "l", hidden_type: "public_link_only" as const };
const open = { hidden_type: "public_browsable" } as const;
const anonymous = { opens: () => false, now };
const member = { opens: fullMemberAccess, now };
const seen = (
  event: { hidden_type: HiddenType },
  groups: (typeof group)[],
  viewer: Parameters<typeof visibleGroups>[2],
) => visibleGroups(event, groups, viewer).map(({ id }) => id);

describe("the groups that a viewer sees", () => {
  const all = [group, members, linked];
  test.each([
    ["an anonymous visitor sees public groups", open, anonymous, ["g"]],
    ["a member sees groups for members too", open, member, ["g", "m"]],
    ["a link shows only its group", open, { ...anonymous, requestedGroups: new Set(["l"]) }, ["l"]],
    ["a link does not show groups for members", open, { ...anonymous, requestedGroups: new Set(["m", "l"]) }, ["l"]],
    ["a request for one group shows that group", open, { ...member, requestedGroups: new Set(["g"]) }, ["g"]],
    ["a request for no group shows none", open, { ...member, requestedGroups: new Set<string>() }, []],
    [
      "an event for members shows an anonymous visitor nothing",
      { hidden_type: "public_member_only" as const },
      { ...anonymous, requestedGroups: new Set(["g", "l"]) },
      [],
    ],
    [
      "an event for members shows a member its groups",
      { hidden_type: "public_member_only" as const },
      member,
      ["g", "m"],
    ],
    [
      "an event for its link shows its groups to visitors with the link",
      { hidden_type: "public_link_only" as const },
      anonymous,
      ["g"],
    ],
  ])("%s", (_, event, viewer, ids) => expect(seen(event, all, viewer)).toEqual(ids));
});

describe("unavailable groups and types are hidden", () => {
  test.each([
    ["on sale is visible", group, 1],
    ["not available is hidden", { ...group, available: false }, 0],
    ["retired is hidden", { ...group, retired: true }, 0],
    ["before its sales is hidden", { ...group, sales_start: "2026-11-21T12:00:01Z" }, 0],
    ["after its sales is hidden", { ...group, sales_end: "2026-11-21T12:00:00Z" }, 0],
    ["without types is hidden", { ...group, types: [] }, 0],
    ["without available types is hidden", { ...group, types: [{ ...type, available: false }] }, 0],
    ["with only retired types is hidden", { ...group, types: [{ ...type, retired: true }] }, 0],
  ])("a group %s", (_, change, count) =>
    expect(visibleGroups(open, [{ ...group, ...(change as typeof group) }], anonymous)).toHaveLength(count),
  );

  test("leaves unavailable types out of their group", () => {
    const [only] = visibleGroups(open, [{ ...group, types: [type, { ...type, available: false }] }], anonymous);
    expect(only?.types).toEqual([type]);
  });
});

test.each([
  ["public_browsable", ["public_browsable"], true],
  ["public_member_only", ["public_browsable"], false],
  ["public_member_only", ["public_browsable", "public_member_only"], true],
  ["public_link_only", ["public_browsable", "public_link_only"], false],
] as const)("an event that is %s is listed for %j: %s", (hidden_type, change, listed) =>
  expect(isListed({ hidden_type }, change)).toBe(listed),
);

test.each([
  ["public tickets", {}, 1],
  ["tickets before their sale begins", { sales_start: "2027-01-01T00:00:00Z" }, 1],
  ["seated tickets", { handler: "seated" }, 1],
  ["no passes", { handler: "passes" }, 0],
  ["no tickets with dates of their own", { start_policy: "fixedfrom" }, 0],
  ["no groups excluded from the capacity", { exclude_from_event_capacity: true }, 0],
  ["no tickets for members", { hidden_type: "public_member_only" }, 0],
  ["no tickets only for a link", { hidden_type: "public_link_only" }, 0],
  ["no unavailable groups", { available: false }, 0],
  ["no retired groups", { retired: true }, 0],
] as const)("the stored price of a session considers %s", (_, change, count) => {
  expect(
    browsablePriceTypes([
      {
        ...group,
        handler: "tickets" as const,
        start_policy: null,
        exclude_from_event_capacity: false,
        ...change,
        types: [type, { ...type, available: false }],
      },
    ]),
  ).toHaveLength(count);
});
