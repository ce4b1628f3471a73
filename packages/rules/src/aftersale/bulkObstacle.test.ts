import { describe, expect, test } from "vitest";
import { bulkObstacle, type BulkEffect, type BulkFacts } from "./bulkObstacle.ts";

const plain: BulkFacts = {
  booked: 2,
  used: 0,
  elsewhere: 0,
  undated: 0,
  sessions: 1,
  otherEvent: 0,
  disputed: false,
  isPaid: true,
  hasEmail: true,
};
const changes: readonly BulkEffect[] = ["move", "cancel", "gift_card"];

describe.each(changes)("%s", (effect) => {
  test.each([
    ["valid tickets", plain, null],
    ["one was used", { ...plain, booked: 1, used: 1 }, "used"],
    ["all were given up meanwhile", { ...plain, booked: 0 }, "nothing_left"],
    ["only a pass", { ...plain, booked: 0, undated: 1 }, "no_visits"],
    ["a pass too", { ...plain, undated: 1 }, null],
    ["the payer disputes a payment", { ...plain, disputed: true }, "disputed"],
    ["tickets for another session too", { ...plain, elsewhere: 1 }, "other_sessions"],
    ["a used ticket comes before a dispute", { ...plain, used: 1, disputed: true }, "used"],
    ["free tickets and no e-mail address", { ...plain, isPaid: false, hasEmail: false }, null],
  ] as const)("%s", (_, facts, expected) => expect(bulkObstacle(effect, facts)).toBe(expected));
});

test.each([
  ["move", null],
  ["cancel", null],
  ["gift_card", "no_email"],
] as const)("%s of an order without an e-mail address", (effect, expected) =>
  expect(bulkObstacle(effect, { ...plain, hasEmail: false })).toBe(expected),
);

test.each([
  ["tickets for several sessions", { ...plain, sessions: 2 }, "several_sessions"],
  ["tickets of another event", { ...plain, otherEvent: 1 }, "other_event"],
] as const)("%s are not moved to one session, but can be cancelled", (_, facts, expected) => {
  expect(bulkObstacle("move", facts)).toBe(expected);
  expect(bulkObstacle("cancel", facts)).toBeNull();
});

describe("only sending e-mails", () => {
  test.each([
    ["valid tickets", plain, null],
    ["used tickets", { ...plain, booked: 0, used: 2 }, null],
    ["only a pass", { ...plain, booked: 0, undated: 1 }, null],
    ["a dispute", { ...plain, disputed: true }, null],
    ["tickets for another session too", { ...plain, elsewhere: 1 }, null],
    ["no e-mail address", { ...plain, hasEmail: false }, "no_email"],
    ["all were given up meanwhile", { ...plain, booked: 0 }, "nothing_left"],
  ] as const)("%s", (_, facts, expected) => expect(bulkObstacle("write", facts)).toBe(expected));
});
