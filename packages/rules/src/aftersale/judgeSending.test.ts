import { expect, test } from "vitest";
import { changePolicyOf } from "./changePolicy.ts";
import { sendingObstacle } from "./judgeSending.ts";

const ticket = {
  state: "booked",
  handler: "tickets" as const,
  adjusted_value: 2000,
  session: { start_datetime: "2026-12-05T15:00:00Z", cancelled: false },
  zone: "America/New_York",
};
const open = changePolicyOf({ enabled: true, anon_editing: true }, { category: null });
const guest = { actor: "guest" as const, now: Temporal.Instant.from("2026-12-01T15:00:00Z") };

test.each([
  ["a ticket to a date to come", {}, {}, {}, null],
  ["a seat", { handler: "seated" as const }, {}, {}, null],
  ["a free ticket", { adjusted_value: 0 }, {}, {}, null],
  ["a used ticket", { state: "redeemed" }, {}, {}, "redeemed"],
  ["a cancelled ticket", { state: "cancelled" }, {}, {}, "cancelled"],
  ["a pass", { handler: "passes" as const }, {}, {}, "not_changeable"],
  ["a membership card", { handler: "membership" as const }, {}, {}, "not_changeable"],
  ["a gift card", { handler: "ledger" as const, session: null }, {}, {}, "not_changeable"],
  ["once the session has begun", {}, {}, { now: Temporal.Instant.from("2026-12-05T15:00:00Z") }, "past"],
  [
    "of a cancelled session",
    { session: { start_datetime: "2026-12-05T15:00:00Z", cancelled: true } },
    {},
    {},
    "not_changeable",
  ],
  ["where buyers may not change orders", {}, { enabled: false }, {}, "not_changeable"],
  ["where names stay", {}, { allow: ["cancel" as const] }, {}, "not_changeable"],
  ["without a login where one is needed", {}, { anon_editing: false }, {}, "not_changeable"],
  ["with a login where one is needed", {}, { anon_editing: false }, { actor: "member" as const }, null],
  ["past the policy's time", {}, { horizon_days: 5 }, {}, "past_horizon"],
  ["past the policy's time, of a free ticket", { adjusted_value: 0 }, { horizon_days: 5 }, {}, "past_horizon"],
] as const)("sending on %s", (_, more, rules, by, obstacle) =>
  expect(sendingObstacle({ ...ticket, ...more }, { ...open, ...rules }, { ...guest, ...by })).toBe(obstacle),
);
