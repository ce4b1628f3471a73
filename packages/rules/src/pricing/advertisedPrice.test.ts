import { expect, test } from "vitest";
import { testDiscount } from "../../test/testDiscount.ts";
import { advertisedPrice } from "./advertisedPrice.ts";
import type { Discount, DiscountedTicket } from "./discounts.ts";

const adult: DiscountedTicket = {
  event_template_id: "visit",
  ticket_group_id: "general",
  ticket_type_id: "adult",
  handler: "tickets",
  start_datetime: null,
  timezone: "UTC",
  fee_fixed_outside: 100,
  fee_percent_outside: 0,
  face_value: 2000,
};
const tenPercent = testDiscount();

test.each<[string, Discount[], number]>([
  ["nothing", [], 2000],
  ["ten percent", [tenPercent], 1800],
  ["twice ten percent", [tenPercent, { ...tenPercent, id: "again" }], 1620],
  ["from ten on: what each of ten costs", [{ ...tenPercent, min_tickets: 10 }], 1800],
  ["off a whole cart", [{ ...tenPercent, per: "cart" }], 2000],
  ["on some days of the visit", [{ ...tenPercent, visit_from: "2027-01-01" }], 2000],
  ["for another type", [{ ...tenPercent, scopes: [{ ticket_type_ids: ["child"] }] }], 2000],
])("the advertised price takes discounts off: %s", (_, discounts, price) =>
  expect(advertisedPrice(adult, discounts, 1)).toBe(price),
);
