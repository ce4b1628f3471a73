import { describe, expect, test } from "vitest";
import { bulkObstacle, type BulkEffect, type BulkFacts } from "./bulkObstacle.ts";

const plain: BulkFacts = { booked: 2, used: 0, elsewhere: 0, disputed: false, hasEmail: true };
const changes: readonly BulkEffect[] = ["move", "cancel", "gift_card"];

describe.each(changes)("%s", (effect) => {
  test.each([
    ["valid tickets", plain, null],
    ["valid tickets and no e-mail address", { ...plain, hasEmail: false }, null],
    ["one was used", { ...plain, booked: 1, used: 1 }, "used"],
    ["all were given up meanwhile", { ...plain, booked: 0 }, "nothing_left"],
    ["the payer disputes a payment", { ...plain, disputed: true }, "disputed"],
    ["tickets for another session too", { ...plain, elsewhere: 1 }, "other_sessions"],
    ["a used ticket comes before a dispute", { ...plain, used: 1, disputed: true }, "used"],
  ] as const)("%s", (_, facts, expected) => expect(bulkObstacle(effect, facts)).toBe(expected));
});

describe("only sending e-mails", () => {
  test.each([
    ["valid tickets", plain, null],
    ["used tickets", { ...plain, booked: 0, used: 2 }, null],
    ["a dispute", { ...plain, disputed: true }, null],
    ["tickets for another session too", { ...plain, elsewhere: 1 }, null],
    ["no e-mail address", { ...plain, hasEmail: false }, "no_email"],
    ["all were given up meanwhile", { ...plain, booked: 0 }, "nothing_left"],
  ] as const)("%s", (_, facts, expected) => expect(bulkObstacle("write", facts)).toBe(expected));
});
