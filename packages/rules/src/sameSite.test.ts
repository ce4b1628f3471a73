import { expect, test } from "vitest";
import { completedOrderUrl, sameSitePath } from "./sameSite.ts";

test.each([
  ["a path", "/events/42?date=2026-11-21", "/events/42?date=2026-11-21"],
  ["home", "/", "/"],
  ["nothing", null, undefined],
  ["empty", "", undefined],
  ["another host", "https://elsewhere.example/", undefined],
  ["another host without a scheme", "//elsewhere.example/", undefined],
  ["a backslash", "/\\elsewhere.example/", undefined],
  ["a backslash later", "/events\\..", undefined],
  ["a tab between the slashes", "/\t/elsewhere.example", undefined],
  ["a script", "javascript:alert(1)", undefined],
  ["a path without a slash", "events", undefined],
])("%s", (_, next, path) => expect(sameSitePath(next)).toBe(path));

const bought = { orderIds: ["a1", "b2"], cartId: "c3" };
test.each([
  [
    "both filled in",
    "https://museum.example/thanks?o={orderIds}&c={cartId}",
    "https://museum.example/thanks?o=a1%2Cb2&c=c3",
  ],
  ["in the path", "https://museum.example:8443/{cartId}", "https://museum.example:8443/c3"],
  ["nothing to fill in", "https://museum.example/thanks", "https://museum.example/thanks"],
  ["plain http", "http://museum.example/thanks", undefined],
  ["a host that is filled in", "https://{cartId}.example/", undefined],
  ["a host that goes on after the template", "https://museum.example{cartId}/", undefined],
  ["somebody's name before the host", "https://museum.example@elsewhere.example/", undefined],
  ["a path", "/thanks", undefined],
])("%s", (_, template, url) => expect(completedOrderUrl(template, bought)).toBe(url));
