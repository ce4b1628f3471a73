import { Refused } from "../../errors/refused.ts";

/** Refuses to refund to a gift card, or to be paid by one, at a seller that accepts none. */
export const noGiftCards = (description = "This seller has no gift cards. Choose another way."): Refused =>
  new Refused({ code: "ledger_not_allowed", context: "ledger", description });
