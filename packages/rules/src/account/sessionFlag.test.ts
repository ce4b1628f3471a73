import { expect, test } from "vitest";
import { sessionFlag } from "./sessionFlag.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const booked = { state: "booked", end_datetime: "2026-11-21T13:00:00Z" };
const redeemed = { ...booked, state: "redeemed" };
const over = { ...booked, end_datetime: "2026-11-21T12:00:00Z" };

test.each([
  ["an upcoming or current session", false, [booked], null],
  ["a cancelled session", true, [booked], "cancelled"],
  ["a cancelled session that is over", true, [over], "cancelled"],
  ["a session that is over", false, [over], "past"],
  ["a session of which all tickets are used", false, [redeemed, redeemed], "redeemed"],
  ["a session of which one ticket is used", false, [redeemed, booked], null],
  ["tickets without a session", false, [{ ...booked, end_datetime: null }], null],
])("the flag of a session follows its state: %s", (_, cancelled, tickets, flag) =>
  expect(sessionFlag({ cancelled, tickets }, now)).toBe(flag),
);

test("no session is over if the current time is unknown", () =>
  expect(sessionFlag({ cancelled: false, tickets: [over] })).toBeNull());
