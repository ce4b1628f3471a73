import { expect, test } from "vitest";
import { nextAfterReserve } from "./upsell.ts";

const plain = { next_route: undefined, hasUpsells: false, skipUpsells: false, isAnchored: false, isGift: false };
test.each([
  ["straight to checkout", plain, "/checkout"],
  ["more to see first", { ...plain, hasUpsells: true }, "/events"],
  ["express checkout", { ...plain, hasUpsells: true, skipUpsells: true }, "/checkout"],
  ["an anchored event", { ...plain, hasUpsells: true, isAnchored: true }, "/checkout"],
  ["a gift", { ...plain, hasUpsells: true, isGift: true }, "/checkout"],
  ["the event's own way", { ...plain, hasUpsells: true, next_route: "/events/parking" }, "/events/parking"],
  ["never out of the storefront", { ...plain, next_route: "//elsewhere.example" }, "/checkout"],
  ["nor by the other slash", { ...plain, next_route: "/\\elsewhere.example" }, "/checkout"],
])("%s", (_, after, route) => expect(nextAfterReserve(after)).toBe(route));
