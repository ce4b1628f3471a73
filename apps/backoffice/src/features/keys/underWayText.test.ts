import { describe, expect, test } from "vitest";
import { deletedKeysText, replacedKeysText } from "./underWayText.ts";

const none = { payments: 0, refunds: 0, renewals: 0 };

describe("replacing keys", () => {
  test.each([
    [none, ""],
    [{ ...none, payments: 1 }, "1 payment under way is checked with the new keys."],
    [{ ...none, payments: 2, refunds: 1 }, "2 payments and 1 refund under way are checked with the new keys."],
    [{ ...none, renewals: 1 }, "1 automatic renewal will be charged with the new keys."],
    [
      { payments: 0, refunds: 3, renewals: 20 },
      "3 refunds under way are checked with the new keys. 20 automatic renewals will be charged with the new keys.",
    ],
  ])("with %j says %j", (underWay, text) => expect(replacedKeysText(underWay)).toBe(text));
});

describe("deleting keys", () => {
  test.each([
    [none, ""],
    [{ ...none, payments: 1 }, "1 payment is under way with these keys. They can be deleted once it is decided."],
    [
      { ...none, payments: 2, refunds: 1 },
      "2 payments and 1 refund are under way with these keys. They can be deleted once they are decided.",
    ],
    [{ ...none, renewals: 1 }, "1 automatic renewal will fail."],
    [{ ...none, renewals: 2 }, "2 automatic renewals will fail."],
  ])("with %j says %j", (underWay, text) => expect(deletedKeysText(underWay)).toBe(text));
});
