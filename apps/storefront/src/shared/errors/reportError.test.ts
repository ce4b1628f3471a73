import { expect, test, vi } from "vitest";
import { Refused } from "../../api/call.ts";
import { isReportable, reportError } from "./reportError.ts";

test.each([
  ["POST", "/api/cart/1/pay", 402, false],
  ["POST", "/api/cart/1/pay", 404, false],
  ["POST", "/api/cart/1/pay", 409, false],
  ["POST", "/api/my/cart/1", 410, false],
  ["POST", "/api/my/cart/modify", 422, false],
  ["POST", "/api/my/cart/modify", 400, true],
  ["POST", "/api/my/cart/modify", 500, true],
  ["GET", "/api/events/1", 404, false],
  ["GET", "/cached_api/events/1", 404, false],
  ["GET", "/api/events/1", 409, true],
  ["POST", "/api/login", 401, false],
  ["POST", "/api/user", 401, false],
  ["POST", "/api/giftee", 401, true],
  ["PATCH", "/api/my/cart/1", 409, true],
])("%s %s %i is reported: %s", (method, path, status, expected) =>
  expect(isReportable({ method, path, status })).toBe(expected),
);

test("a report contains what failed, but no request or response data", () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const item = {
    _code: "validation_failed",
    _context: "identity",
    _description: "ann@example.com is taken",
    _extra: { email: "ann@example.com" },
  };
  reportError(
    new Refused(400, { _data: [item] }, { method: "POST", path: "/api/user?_seller=harbor&email=ann%40example.com" }),
  );
  expect(logged.mock.calls).toEqual([
    ["refused", { status: 400, code: "validation_failed", context: "identity", method: "POST", path: "/api/user" }],
  ]);
  logged.mockClear();
  reportError(new Refused(422, { _data: [item] }, { method: "POST", path: "/api/user" }));
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test.each([
  ["/api/ledger/harbor-cards/HARBOR-GIFT-25?_seller=harbor", "/api/ledger/harbor-cards/…"],
  ["/api/code/WELCOME10?_seller=harbor", "/api/code/…"],
  ["/api/my/cart/c8c2184e-bb82-15bf-27e5-f43787d547a0/pay?_seller=harbor", "/api/my/cart/…/pay"],
  ["/api/cart/c8c2184e-bb82-15bf-27e5-f43787d547a0?_seller=harbor", "/api/cart/…"],
  ["/api/my/cart/modify?_seller=harbor", "/api/my/cart/modify"],
  ["/cached_api/events/available?_seller=harbor", "/cached_api/events/available"],
])("a report of %s names %s", (path, shown) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  reportError(new Refused(503, undefined, { method: "GET", path }));
  expect(logged.mock.calls).toEqual([["refused", expect.objectContaining({ path: shown })]]);
  logged.mockRestore();
});
