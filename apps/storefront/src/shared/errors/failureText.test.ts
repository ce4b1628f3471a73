import { afterEach, expect, test, vi } from "vitest";
import { getCart } from "@foyer/contract/shop/cart.ts";
import { call, setFetcher } from "../../api/call.ts";
import { failureText } from "./failureText.ts";

const shared = (key: string): string => key;
const cart_id = "0c000000-0000-4000-8000-000000000001";

/** Makes a call that gets no answer, or one that is refused. */
const callWithout = async (answer: "answer" | "success"): Promise<void> => {
  setFetcher(() =>
    answer === "answer"
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve(new Response("{}", { status: 404 })),
  );
  await call(getCart, { cart_id }, { attempts: 1 }).catch(() => undefined);
};

afterEach(async () => {
  await callWithout("success");
  vi.restoreAllMocks();
});

test.each([
  ["the general text with a network", true, undefined, "error.generic"],
  ["a text of its own with a network", true, "Not now.", "Not now."],
  ["that there is no network", false, "Not now.", "error.offline"],
  ["nothing about a network where that is unknown, as on the server", undefined, "Not now.", "Not now."],
])("a failed request says %s", (_, isOnline, otherwise, said) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline as boolean);
  expect(failureText(shared, otherwise)).toBe(said);
});

test.each([
  ["that the shop was not reached, although the browser sees a network", true, undefined, "error.unreachable"],
  ["a text of its own", true, "Not now.", "Not now."],
  ["the general text on a server", undefined, undefined, "error.generic"],
])("a request without an answer says %s", async (_, isOnline, otherwise, said) => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline as boolean);
  await callWithout("answer");
  expect(failureText(shared, otherwise)).toBe(said);
  await callWithout("success");
  expect(failureText(shared, otherwise)).toBe(otherwise ?? "error.generic");
});
