import { expect, test } from "vitest";
import { CallError } from "./call.ts";
import { describeLoadError, describeRefusal } from "./describeRefusal.ts";

const message = "Somebody changed it.";
const changed_at = new Date(Date.now() - 5 * 60_000 - 500).toISOString();

test.each([
  ["another refusal", "not_found", { changed_at }, message],
  ["nobody knows who", "stale_version", {}, message],
  [
    "a person",
    "stale_version",
    { changed_by: "Ada", changed_at },
    "Ada changed this 5 minutes ago. Check the current version and try again.",
  ],
  [
    "a person, with fields",
    "stale_version",
    { changed_by: "Ada", changed_at, changed_fields: ["last_day", "mode"] },
    "Ada changed this 5 minutes ago (last day, mode). Check the current version and try again.",
  ],
  [
    "what happened by itself",
    "stale_version",
    { changed_by: null, changed_at, changed_fields: [] },
    "Somebody changed this 5 minutes ago. Check the current version and try again.",
  ],
])("%s", (_, code, extra, text) => expect(describeRefusal({ code, message, extra })).toBe(text));

test.each([
  ["an address that is wrong", 400, "Oops! We could not find anything at this URL.", false],
  ["a thing that does not exist", 404, message, false],
  ["a busy server", 503, message, true],
  ["no reply", 0, message, true],
])("a screen that could not be loaded because of %s", (_, status, text, canRetry) =>
  expect(describeLoadError(new CallError(status, { _description: message }))).toEqual({ text, canRetry }),
);

test.each([
  [
    "a list whose days are in the wrong order",
    ["ends_from", "ends_to"],
    "The days end before they begin. Choose a later end.",
  ],
  ["a report whose days are in the wrong order", ["from", "to"], "The days end before they begin. Choose a later end."],
  ["a filter that does not exist", ["from"], "Oops! We could not find anything at this URL."],
])("the text for %s", (_, fields, text) =>
  expect(describeLoadError(new CallError(400, { _code: "bad_field_value", _extra: { fields } }))).toEqual({
    text,
    canRetry: false,
  }),
);
