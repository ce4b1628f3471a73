import { afterEach, expect, test, vi } from "vitest";
import { failureText } from "./failureText.ts";

afterEach(() => vi.restoreAllMocks());

const shared = (key: string): string => key;

test.each([
  ["the general text with a network", true, undefined, "error.generic"],
  ["a text of its own with a network", true, "Not now.", "Not now."],
  ["that there is no network", false, "Not now.", "error.offline"],
  ["nothing about a network where that is unknown, as on the server", undefined, "Not now.", "Not now."],
])("a failed request says %s", (_, isOnline, otherwise, said) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline as boolean);
  expect(failureText(shared, otherwise)).toBe(said);
});
