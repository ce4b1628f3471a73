import { expect, test } from "vitest";
import { changePolicyOf } from "./changePolicy.ts";
import { judgeTicket, type ChangeableTicket, type ChangeActor } from "./judgeTicket.ts";

const now = Temporal.Instant.from("2026-11-23T12:00:00Z");
const open = { enabled: true, anon_editing: true, horizon_hours: 24 };
const ticket: ChangeableTicket = {
  state: "booked",
  handler: "tickets",
  adjusted_value: 2800,
  session: { start_datetime: "2026-11-26T15:00:00Z", cancelled: false },
  zone: "America/New_York",
};
const tomorrow = { start_datetime: "2026-11-24T09:00:00Z", cancelled: false };
const soldOut = { start_datetime: "2026-11-26T15:00:00Z", cancelled: false, is_sold_out: true };
const all = ["cancel", "reschedule", "exchange", "names"];

type Row = {
  readonly what: string;
  readonly ticket?: Partial<ChangeableTicket>;
  readonly rules?: Parameters<typeof changePolicyOf>[0];
  readonly actor?: ChangeActor;
  readonly actions?: readonly string[];
  readonly obstacle?: string;
};

test.each<Row>([
  { what: "a paid ticket within the policy can be changed in every way", actions: all },
  {
    what: "a policy that only moves does not cancel",
    rules: { ...open, allow: ["reschedule"] },
    actions: ["reschedule"],
  },
  { what: "a policy without actions sends to the venue", rules: { ...open, allow: [] }, obstacle: "not_changeable" },
  {
    what: "a seller that has switched changes off sends to the venue",
    rules: { ...open, enabled: false },
    obstacle: "not_changeable",
  },
  {
    what: "a guest cannot change without anonymous editing",
    rules: { ...open, anon_editing: false },
    obstacle: "not_changeable",
  },
  {
    what: "a member can change without anonymous editing",
    rules: { ...open, anon_editing: false },
    actor: "member",
    actions: all,
  },
  { what: "a ticket past the horizon cannot be changed", ticket: { session: tomorrow }, obstacle: "past_horizon" },
  { what: "a redeemed ticket cannot be changed", ticket: { state: "redeemed" }, obstacle: "redeemed" },
  { what: "a cancelled ticket cannot be changed", ticket: { state: "cancelled" }, obstacle: "cancelled" },
  {
    what: "a ticket of a cancelled session is given back or moved, whatever the policy says",
    ticket: { session: { ...tomorrow, cancelled: true } },
    rules: undefined,
    actions: ["cancel", "reschedule"],
  },
  {
    what: "a seated ticket of a cancelled session is given back or moved",
    ticket: { handler: "seated", session: { ...tomorrow, cancelled: true } },
    rules: undefined,
    actions: ["cancel", "reschedule"],
  },
  {
    what: "a ticket of a cancelled session is given back up to thirty days after it",
    ticket: { session: { start_datetime: "2026-10-24T12:00:01Z", cancelled: true } },
    actions: ["cancel", "reschedule"],
  },
  {
    what: "a ticket of a session that was cancelled longer ago is past",
    ticket: { session: { start_datetime: "2026-10-24T12:00:00Z", cancelled: true } },
    obstacle: "past",
  },
  {
    what: "a ticket of a past session cannot be changed",
    ticket: { session: { start_datetime: now.toString(), cancelled: false } },
    obstacle: "past",
  },
  { what: "a ticket without a session cannot be changed", ticket: { session: null }, obstacle: "not_changeable" },
  { what: "a seated ticket cannot be changed by buyers", ticket: { handler: "seated" }, obstacle: "not_changeable" },
  {
    what: "a free ticket can be cancelled past the horizon",
    ticket: { adjusted_value: 0, session: tomorrow },
    actions: ["cancel"],
  },
  {
    what: "a free ticket can be cancelled without rules of the seller",
    ticket: { adjusted_value: 0 },
    rules: undefined,
    actions: ["cancel"],
  },
  {
    what: "a free ticket can be cancelled where paid ones only move",
    ticket: { adjusted_value: 0 },
    rules: { ...open, allow: ["reschedule"] },
    actions: ["reschedule", "cancel"],
  },
  {
    what: "a free ticket to a past session cannot be cancelled",
    ticket: { adjusted_value: 0, session: { start_datetime: "2026-11-23T11:59:59Z", cancelled: false } },
    obstacle: "past",
  },
  ...[
    { what: "can be changed without a rule against it", rules: open, actions: all },
    {
      what: "stays, and is cancelled or renamed",
      rules: { ...open, change_sold_out: false },
      actions: ["cancel", "names"],
    },
    {
      what: "is a matter for the venue where nothing else is allowed",
      rules: { ...open, change_sold_out: false, allow: ["reschedule" as const] },
      obstacle: "not_changeable",
    },
  ].map(({ what, ...row }) => ({
    what: `a ticket of a sold-out session ${what}`,
    ticket: { session: soldOut },
    ...row,
  })),
  {
    what: "a ticket of a sold-out session that the venue has cancelled is given back or moved",
    ticket: { session: { ...soldOut, cancelled: true } },
    rules: { ...open, change_sold_out: false },
    actions: ["cancel", "reschedule"],
  },
  {
    what: "the venue changes a ticket of a sold-out session",
    actor: "venue",
    ticket: { session: soldOut },
    rules: { ...open, change_sold_out: false },
    actions: all,
  },
  {
    what: "a ticket of a sold-out session past the horizon cannot be changed",
    ticket: { session: { ...tomorrow, is_sold_out: true } },
    rules: { ...open, change_sold_out: false },
    obstacle: "past_horizon",
  },
  {
    what: "the venue changes a ticket that buyers cannot change any more, whatever the policy says",
    actor: "venue",
    ticket: { session: { start_datetime: "2026-11-20T15:00:00Z", cancelled: false } },
    rules: undefined,
    actions: all,
  },
  {
    what: "the venue changes a seated ticket",
    actor: "venue",
    ticket: { handler: "seated" },
    actions: all,
  },
  {
    what: "the venue changes a ticket of a cancelled session",
    actor: "venue",
    ticket: { session: { ...tomorrow, cancelled: true } },
    actions: all,
  },
  ...(["passes", "codes", "membership", "ledger", "donation"] as const).map((handler) => ({
    what: `the venue cancels what has no session: ${handler}`,
    actor: "venue" as const,
    ticket: { handler, session: null },
    actions: ["cancel", "names"],
  })),
  {
    what: "a redeemed ticket stays as it is for the venue too",
    actor: "venue",
    ticket: { state: "redeemed" },
    obstacle: "redeemed",
  },
  {
    what: "a cancelled ticket stays as it is for the venue too",
    actor: "venue",
    ticket: { state: "cancelled" },
    obstacle: "cancelled",
  },
])("$what", ({ ticket: facts, actor = "guest", actions = [], obstacle = null, ...row }) => {
  const rules = "rules" in row ? row.rules : open;
  const judged = judgeTicket({ ...ticket, ...facts }, changePolicyOf(rules, { category: null }), { actor, now });
  expect(judged).toMatchObject({ actions, obstacle });
  // Only buyers have a time limit.
  expect(judged.until === null).toBe(actions.length === 0 || actor === "venue");
});

test("a ticket for a sold-out session cannot be moved and says why; one from before the rule can", () => {
  const sold = { ...ticket, session: soldOut };
  const judge = (policy: ReturnType<typeof changePolicyOf>) => judgeTicket(sold, policy, { actor: "guest", now });
  const policy = changePolicyOf({ ...open, change_sold_out: false }, { category: null });
  expect(judge(policy).isSoldOut).toBe(true);
  const { change_sold_out: _, ...before } = policy;
  expect(judge(before)).toEqual(judge(changePolicyOf(open, { category: null })));
});

test("the venue can cancel a used ticket only if asked to include used ones, a buyer never", () => {
  const used = { ...ticket, state: "redeemed" };
  const policy = changePolicyOf(open, { category: null });
  const judge = (by: Parameters<typeof judgeTicket>[2]) => judgeTicket(used, policy, by).obstacle;
  expect(judge({ actor: "venue", now, includesUsed: true })).toBeNull();
  expect(judge({ actor: "venue", now })).toBe("redeemed");
  expect(judge({ actor: "member", now, includesUsed: true })).toBe("redeemed");
});

/** A visit for which the venue lets the buyer choose between a refund and another session. */
const choosing = (choice_until: string, more: object = {}) => ({
  ...ticket,
  session: { start_datetime: "2026-11-26T15:00:00Z", cancelled: false, choice_until },
  ...more,
});
const closed = changePolicyOf({ ...open, enabled: false }, { category: null });

test.each([
  ["until the venue's day", choosing("2026-11-25T05:00:00Z"), ["cancel", "reschedule"], "2026-11-25T05:00:00Z"],
  ["never beyond its beginning", choosing("2026-12-01T05:00:00Z"), ["cancel", "reschedule"], "2026-11-26T15:00:00Z"],
  ["and no longer", choosing("2026-11-23T12:00:00Z"), [], null],
  ["not once it is used", choosing("2026-11-25T05:00:00Z", { state: "redeemed" }), [], null],
] as const)("a buyer whom the venue lets choose may, %s", (_, given, actions, until) => {
  const judged = judgeTicket(given, closed, { actor: "guest", now });
  expect([judged.actions, judged.until]).toEqual([actions, until]);
});

test("the buyer's choice removes no action that the policy allows", () => {
  const judged = judgeTicket(choosing("2026-11-25T05:00:00Z"), changePolicyOf(open, { category: null }), {
    actor: "guest",
    now,
  });
  expect(judged.actions.toSorted()).toEqual(all.toSorted());
});
