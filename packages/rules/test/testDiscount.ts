import type { Discount } from "../src/pricing/discounts.ts";

/** Ten percent off each ticket, without a condition. */
export const testDiscount = (given: Partial<Discount> = {}): Discount => ({
  id: "ten",
  code_group_ids: [],
  benefit: { percent: 1000 },
  per: "ticket",
  scopes: [],
  min_tickets: 1,
  max_tickets: -1,
  valid_from: null,
  valid_to: null,
  visit_from: null,
  visit_until: null,
  stacking: "with_others",
  ...given,
});
