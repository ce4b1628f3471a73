import { describe, expect, test } from "vitest";
import type { HiddenType } from "@foyer/contract/shop/catalog.ts";
import { fullMemberAccess, noMemberAccess } from "../membership/memberTerms.ts";
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
const anonymous = { opens: noMemberAccess, now };
const member = { opens: fullMemberAccess, now };
const seen = (event: { hidden_type: HiddenType }, groups: (typeof group)[], by: Parameters<typeof visibleGroups>[2]) =>
  visibleGroups(event, groups, by).map(({ id }) => id);

describe("who sees which groups", () => {
  const all = [group, members, linked];
  test.each([
    ["a passer-by sees what is for everybody", open, anonymous, ["g"]],
    ["a member sees the members' too", open, member, ["g", "m"]],
    ["a link opens its group and no other", open, { ...anonymous, requestedGroups: new Set(["l"]) }, ["l"]],
    ["a link does not open what is for members", open, { ...anonymous, requestedGroups: new Set(["m", "l"]) }, ["l"]],
    ["whoever asks for one group sees that one", open, { ...member, requestedGroups: new Set(["g"]) }, ["g"]],
    ["asking for nothing sees nothing", open, { ...member, requestedGroups: new Set<string>() }, []],
    [
      "a members' event shows a passer-by nothing",
      { hidden_type: "public_member_only" as const },
      { ...anonymous, requestedGroups: new Set(["g", "l"]) },
      [],
    ],
    ["a members' event shows a member its groups", { hidden_type: "public_member_only" as const }, member, ["g", "m"]],
    [
      "an event for its link only shows its groups to whoever has the link",
      { hidden_type: "public_link_only" as const },
      anonymous,
      ["g"],
    ],
  ])("%s", (_, event, by, ids) => expect(seen(event, all, by)).toEqual(ids));
});

describe("what is not sold is not seen", () => {
  test.each([
    ["on sale", group, 1],
    ["not available", { ...group, available: false }, 0],
    ["retired", { ...group, retired: true }, 0],
    ["sales not begun", { ...group, sales_start: "2026-11-21T12:00:01Z" }, 0],
    ["sales over", { ...group, sales_end: "2026-11-21T12:00:00Z" }, 0],
    ["no type", { ...group, types: [] }, 0],
    ["no type available", { ...group, types: [{ ...type, available: false }] }, 0],
    ["every type retired", { ...group, types: [{ ...type, retired: true }] }, 0],
  ])("a group %s", (_, wished, count) =>
    expect(visibleGroups(open, [{ ...group, ...(wished as typeof group) }], anonymous)).toHaveLength(count),
  );

  test("a type that is not available is left out of its group", () => {
    const [only] = visibleGroups(open, [{ ...group, types: [type, { ...type, available: false }] }], anonymous);
    expect(only?.types).toEqual([type]);
  });
});

test.each([
  ["public_browsable", ["public_browsable"], true],
  ["public_member_only", ["public_browsable"], false],
  ["public_member_only", ["public_browsable", "public_member_only"], true],
  ["public_link_only", ["public_browsable", "public_link_only"], false],
] as const)("an event that is %s, where %j is wished for, is listed: %s", (hidden_type, wished, listed) =>
  expect(isListed({ hidden_type }, wished)).toBe(listed),
);

test.each([
  ["tickets that anyone may browse", {}, 1],
  ["also before their sale begins", { sales_start: "2027-01-01T00:00:00Z" }, 1],
  ["seats", { handler: "seated" }, 1],
  ["not passes: they are for no session", { handler: "passes" }, 0],
  ["not what is taken along", { exclude_from_event_capacity: true }, 0],
  ["not members' tickets", { hidden_type: "public_member_only" }, 0],
  ["not tickets behind a link", { hidden_type: "public_link_only" }, 0],
  ["not what is not available", { available: false }, 0],
  ["not what is retired", { retired: true }, 0],
] as const)("the price kept with a session counts %s", (_, wished, count) => {
  expect(
    browsablePriceTypes([
      {
        ...group,
        handler: "tickets" as const,
        exclude_from_event_capacity: false,
        ...wished,
        types: [type, { ...type, available: false }],
      },
    ]),
  ).toHaveLength(count);
});
