import { Refused } from "../../api/call.ts";

/** The browser stores no cookies, so the visitor could not return to their cart: nothing is held. */
export const cookiesBlocked = (): Refused =>
  new Refused(403, {
    _data: [
      {
        _code: "cookies_blocked",
        _context: "cart",
        _description:
          "Your browser blocks cookies, and we need one to keep your cart. Please allow cookies for this site and try again.",
      },
    ],
  });
