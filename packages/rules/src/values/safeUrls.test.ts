import { expect, test } from "vitest";
import { completedOrderUrl, sameSitePath } from "./safeUrls.ts";

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
])("only a path of this site is followed: %s", (_, next, path) => expect(sameSitePath(next)).toBe(path));

test("never accepts a path that a browser resolves to another site", () => {
  const before = [
    "",
    "/",
    "//",
    "///",
    "/\\",
    "\\",
    "\\\\",
    "/\t/",
    "/\r\n/",
    "\t//",
    " //",
    "/ /",
    "/.//",
    "/..//",
    "/%2f",
    "/%2F%2F",
    "/%5c",
    "/\u2028/",
    "/\u3002",
    "/\uff0f",
    "/\u2215",
    "\u0000//",
    "/\u00a0/",
    "https:",
    "https:/",
    "https://",
    "HTTPS://",
    "http:\\\\",
    "javascript:",
    "java\tscript:",
    "data:text/html,",
    "ftp://",
    "//user@",
    "/@",
    "//[::1]",
    "?//",
    "#//",
  ];
  const hosts = [
    "elsewhere.example",
    "elsewhere.example/events",
    "elsewhere\u3002example",
    "shop.example@elsewhere.example",
    "shop.example.elsewhere.example",
    "elsewhere.example%2f@shop.example",
    "%65lsewhere.example",
    "3232235777",
    "elsewhere.example:443",
    "elsewhere.example\\@shop.example",
    "elsewhere.example#/events",
    "elsewhere.example?/events",
  ];
  const vectors = before.flatMap((start) => hosts.map((host) => start + host));
  expect(vectors.length).toBeGreaterThan(400);
  const taken = vectors.filter((vector) => sameSitePath(vector) !== undefined);
  for (const vector of taken) {
    for (const from of ["https://shop.example/pier/transfer-cart/1", "http://localhost:8080/"])
      expect([vector, new URL(sameSitePath(vector) ?? "", from).origin]).toEqual([vector, new URL(from).origin]);
  }
  // Some vectors are harmless, but most are not.
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.length).toBeLessThan(vectors.length / 2);
  expect(
    vectors.filter(
      (vector) => (URL.parse(vector, "https://shop.example/")?.origin ?? "null") !== "https://shop.example",
    ).length,
  ).toBeGreaterThan(150);
});

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
])("the URL of a completed order is filled in: %s", (_, template, url) =>
  expect(completedOrderUrl(template, bought)).toBe(url),
);
