import type { EventOverrides } from "./createTestShop.ts";

/** An event whose tickets belong to no session: an annual pass for 90.00. */
export const passEvent: EventOverrides = {
  name: "Season pass",
  groups: [{ handler: "passes", duration_new: "P1Y", types: [{ name: "Adult", currency_amount: 9000 }] }],
};

/** The same for a donation of 10.00. */
export const donationEvent: EventOverrides = {
  name: "Support us",
  groups: [{ handler: "donation", types: [{ name: "Gift", currency_amount: 1000 }] }],
};
