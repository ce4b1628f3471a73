import { describe, expect, test } from "vitest";
import {
  autoRenewPrompt,
  isAhead,
  isRenewed,
  lastDayOfLevel,
  isAutoRenewChosen,
  renewalAvailability,
  renewalOptions,
  visibleParties,
  describeTerm,
} from "./renewalOptions.ts";

test.each([
  ["P1Y", null, "2027-11-20", { kind: "years", count: 1 }],
  ["P18M", null, "2028-05-20", { kind: "months", count: 18 }],
  ["P1Y6M", null, "2028-05-20", { kind: "months", count: 18 }],
  ["P4W", null, "2026-12-18", { kind: "weeks", count: 4 }],
  ["P30D", null, "2026-12-20", { kind: "days", count: 30 }],
  ["P1M10D", null, "2026-12-30", { kind: "until", day: "2026-12-30" }],
  ["P1Y", "fixedto", "2026-12-31", { kind: "until", day: "2026-12-31" }],
  ["P1Y", "fixedfrom", "2027-12-31", { kind: "years", count: 1 }],
  [null, null, null, { kind: "lifetime" }],
] as const)("describes a term of %s, %s, to %s", (duration_new, start_policy, last_day, expected) =>
  expect(describeTerm({ duration_new, start_policy }, last_day)).toEqual(expected),
);

test.each([
  ["renewable", true, false, "2026-10-01", { kind: "now" }],
  ["renewable after its end", true, true, "2026-10-01", { kind: "now" }],
  ["not renewable yet", false, false, "2027-10-01", { kind: "from", day: "2027-10-01" }],
  ["ended and no longer renewable", false, true, "2026-01-01", { kind: "never" }],
  ["without end", false, false, null, { kind: "never" }],
] as const)("a membership that is %s", (_, is_renewable, is_expired, renewable_from, expected) =>
  expect(renewalAvailability({ is_renewable, is_expired, renewable_from })).toEqual(expected),
);

test.each([
  ["valid", true, false, false],
  ["over", false, true, false],
  ["paid for later", false, false, true],
] as const)("a membership that is %s begins later: %s, %s, %s", (_, is_valid, is_expired, ahead) =>
  expect(isAhead({ is_valid, is_expired })).toBe(ahead),
);

test.each([
  ["with a next term", "2026-12-09", null, true],
  ["without a next term", "2026-12-09", "2026-11-09", false],
  ["without end", null, null, false],
] as const)("a membership %s, until %s, renewable from %s, is renewed: %s", (_, last_day, renewable_from, renewed) =>
  expect(isRenewed({ last_day, renewable_from })).toBe(renewed),
);

const term = (ticket_group_id: string, from: number, to: number | null) => ({
  ticket_group_id,
  valid_from: `${from}-12-10T05:00:00Z`,
  valid_to: to === null ? null : `${to}-12-10T05:00:00Z`,
  last_day: to === null ? null : `${to}-12-09`,
});
test.each([
  ["no next term", [], "2026-12-09"],
  ["a next term", [term("family", 2026, 2027)], "2027-12-09"],
  ["two next terms", [term("family", 2027, 2028), term("family", 2026, 2027)], "2028-12-09"],
  ["a next term without end", [term("family", 2026, null)], null],
  ["a next term of another level", [term("single", 2026, 2027)], "2026-12-09"],
  ["a term after a gap", [term("family", 2027, 2028)], "2026-12-09"],
  ["an earlier term", [term("family", 2024, 2025)], "2026-12-09"],
] as const)("the last day of a level with %s", (_, others, day) => {
  const held = term("family", 2025, 2026);
  expect(lastDayOfLevel(held, [held, ...others])).toBe(day);
});

test.each([
  ["nothing configured", undefined, undefined, "never"],
  ["prompt", "prompt", undefined, "ask"],
  ["prompt and ask_to_autorenew on", "prompt", true, "ask"],
  ["prompt and ask_to_autorenew off", "prompt", false, "never"],
  ["always", "always", true, "always"],
  ["always and ask_to_autorenew off", "always", false, "always"],
  ["never", "never", true, "never"],
] as const)("the auto-renew prompt with %s", (_, automatic, ask_to_autorenew, prompt) =>
  expect(
    autoRenewPrompt({
      renewal: { allowed_period: 30, ...(automatic && { automatic }) },
      ...(ask_to_autorenew !== undefined && { ask_to_autorenew }),
    }),
  ).toBe(prompt),
);

test.each([
  ["ask", true, true],
  ["ask", false, false],
  ["always", false, true],
  ["never", true, false],
] as const)("the prompt %s, chosen %s, sends %s", (prompt, isChosen, sent) =>
  expect(isAutoRenewChosen(prompt, isChosen)).toBe(sent),
);

describe("renewal options", () => {
  const held = (id: string, more: Partial<Parameters<typeof renewalOptions>[0][number]> = {}) => ({
    id,
    ticket_order_id: `order of ${id}`,
    event_template_id: "friends",
    party_role: "member",
    own: true,
    is_renewable: true,
    is_expired: false,
    renewable_from: "2026-10-01",
    ...more,
  });
  const later = { is_renewable: false, renewable_from: "2027-10-01" };
  const ended = { is_renewable: false, is_expired: true, renewable_from: null };
  test.each([
    ["are none without memberships", [], []],
    ["contain the only membership", [held("a")], ["a now"]],
    ["contain both of two memberships", [held("a"), held("b")], ["a now", "b now"]],
    ["leave out what is not renewable", [held("a", later), held("b")], ["b now"]],
    ["contain the first that is not renewable yet", [held("o", ended), held("a", later), held("b", later)], ["a from"]],
    ["contain an ended membership if there is no other", [held("o", ended)], ["o never"]],
    ["contain memberships of this event", [held("a", { event_template_id: "patrons" }), held("b")], ["b now"]],
    ["contain those of another event if this one has none", [held("a", { event_template_id: "patrons" })], ["a now"]],
  ] as const)("the renewal options %s", (_, memberships, renewals) =>
    expect(
      renewalOptions(memberships, "friends").map(({ primary, availability }) => `${primary.id} ${availability.kind}`),
    ).toEqual(renewals),
  );

  test("groups a family under its member", () => {
    const ticket_order_id = "order";
    const family = [
      held("o", { ticket_order_id, own: false }),
      held("c", { ticket_order_id, party_role: "child" }),
      held("m", { ticket_order_id }),
    ];
    expect(renewalOptions(family, "friends").map(({ primary, party }) => [primary.id, party.length])).toEqual([
      ["m", 3],
    ]);
  });

  test.each([
    ["a valid one", [held("a", later), held("o", ended)], ["a"]],
    ["an ended one that can be renewed", [held("o", { is_expired: true })], ["o"]],
    ["the first of those that have ended for good", [held("o", ended), held("p", ended)], ["o"]],
    ["are none without memberships", [], []],
  ] as const)("the visible memberships: %s", (_, memberships, ids) =>
    expect(visibleParties(memberships).map(({ primary }) => primary.id)).toEqual(ids),
  );
});
