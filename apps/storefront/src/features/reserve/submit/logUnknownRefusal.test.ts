import { expect, test, vi } from "vitest";
import { Refused } from "../../../api/call.ts";
import { logUnknownRefusal } from "./logUnknownRefusal.ts";

const item = { _code: "brand_new", _context: "reserve", _description: "ann@example.com", _extra: { name: "Ann" } };

test("a refusal that the form does not know is logged as unknown, without request or response data", () => {
  const logged = vi.spyOn(console, "info").mockImplementation(() => undefined);
  const asked = { method: "POST", path: "/api/my/cart/modify?_seller=harbor&email=ann%40example.com" };
  logUnknownRefusal(new Refused(422, { _data: [item] }, asked));
  expect(logged.mock.calls).toEqual([
    [
      "unknown refusal",
      { status: 422, code: "brand_new", context: "reserve", method: "POST", path: "/api/my/cart/modify" },
    ],
  ]);
  logged.mockClear();
  logUnknownRefusal(new Refused(403, { _data: [item] }));
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
