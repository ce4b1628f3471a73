import { describe, expect, test } from "vitest";
import { isFullAtCounter, maxAtCounter, type CounterOfferLimits, type CounterTypeLimits } from "./counterQuantities.ts";

const type = (over: Partial<CounterTypeLimits> = {}): CounterTypeLimits => ({
  ticket_type_id: "adult",
  ticket_group_id: "general",
  max: 100,
  group_limits: { order: null, left: null },
  counts_towards: { event: true, session: true },
  benefit: null,
  ...over,
});
const child = type({ ticket_type_id: "child" });
const guide = type({ ticket_type_id: "guide", ticket_group_id: "guides" });
const offer = (over: Partial<CounterOfferLimits> = {}): CounterOfferLimits => ({
  types: [type(), child, guide],
  order_limit: null,
  left: null,
  allowances: [],
  ...over,
});
const nothing: Readonly<Record<string, number>> = {};
const uncounted = { event: false, session: false };

describe("how many of a type can be sold at the counter", () => {
  test.each([
    ["as many as one sale has, without limits", type(), offer(), nothing, { most: 100 }],
    [
      "the number per order of its group, less others of the group",
      type({ group_limits: { order: 4, left: null } }),
      offer(),
      { child: 1, guide: 3 },
      { most: 3, limit: { reason: "order", count: 4 } },
    ],
    [
      "places left in its group, less others of the group",
      type({ group_limits: { order: 4, left: 3 } }),
      offer(),
      { child: 2 },
      { most: 1, limit: { reason: "group", count: 3 } },
    ],
    [
      "the number per order of the event, less all others of the event",
      type({ group_limits: { order: 4, left: null } }),
      offer({ order_limit: 5 }),
      { child: 2, guide: 2, adult: 1 },
      { most: 1, limit: { reason: "event", count: 5 } },
    ],
    [
      "places of the session, less all others in it",
      type(),
      offer({ left: 6 }),
      { child: 2, guide: 3 },
      { most: 1, limit: { reason: "session", count: 6 } },
    ],
    [
      "neither event nor session where it does not count there",
      type({ counts_towards: uncounted }),
      offer({ order_limit: 2, left: 2 }),
      { child: 2 },
      { most: 100 },
    ],
    [
      "others that do not count take nothing away",
      type(),
      offer({ types: [type(), { ...guide, counts_towards: uncounted }], order_limit: 3, left: 3 }),
      { guide: 9 },
      { most: 3, limit: { reason: "event", count: 3 } },
    ],
    [
      "nothing where others took all",
      type(),
      offer({ order_limit: 2 }),
      { child: 5 },
      { most: 0, limit: { reason: "event", count: 2 } },
    ],
    [
      "what a membership allows",
      type({ benefit: "adult" }),
      offer({
        order_limit: 5,
        allowances: [{ membership_id: "m", level_name: "Friend", left: { adult: 2 }, event_left: null }],
      }),
      nothing,
      { most: 2, limit: { reason: "member", count: 2 } },
    ],
    [
      "the event's number where a membership allows more",
      type({ benefit: "adult" }),
      offer({
        order_limit: 1,
        allowances: [{ membership_id: "m", level_name: "Friend", left: { adult: 2 }, event_left: null }],
      }),
      nothing,
      { most: 1, limit: { reason: "event", count: 1 } },
    ],
  ] as const)("%s", (_, wanted, limits, counts, expected) =>
    expect(maxAtCounter(limits, wanted, new Map(Object.entries(counts)))).toEqual(expected),
  );
});

describe("an offer is sold out", () => {
  const guideOnly = type({ ...guide, counts_towards: { event: true, session: false } });
  test.each([
    ["without a place", offer({ left: 0 }), true],
    ["with a place", offer({ left: 1 }), false],
    ["without a limit", offer(), false],
    ["without a place, unless something needs none", offer({ left: 0, types: [type(), guideOnly] }), false],
    ["without tickets of its only group", offer({ types: [type({ group_limits: { order: null, left: 0 } })] }), true],
    ["not for a member who has used the allowance", offer({ types: [type({ benefit: "Adult" })] }), false],
  ] as const)("%s: %s", (_, one, expected) => {
    expect(isFullAtCounter(one)).toBe(expected);
  });
});
