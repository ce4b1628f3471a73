import * as z from "zod";
import { Amount, Count, DateField, Key, Moment, TypeKey, text } from "./fields.ts";

const Share = z
  .union([z.number(), z.string()], { error: "must be a percentage, like 10 or 12.5" })
  .transform(String)
  .refine(
    (share) => /^(?:100|\d{1,2}(?:\.\d{1,2})?)$/.test(share) && Number(share) > 0,
    "must be a percentage above 0 and up to 100, like 10 or 12.5",
  );

const Scope = z
  .strictObject({
    event: Key.describe("An event of the seller."),
    groups: z.array(Key).min(1).optional().describe("Groups of the event; all by default."),
    types: z.array(TypeKey).min(1).optional().describe("Types of the event, as 'group/type'; all by default."),
  })
  .describe("Tickets of an event, or of some of its groups and types.");

/** A discount has exactly one of `percent`, `amount` and `price`. */
export const CatalogueDiscount = z
  .strictObject({
    key: Key,
    name: text(100).describe("What the cart calls it."),
    description: text(500).optional(),
    codes: z
      .array(Key)
      .min(1)
      .optional()
      .describe("Code groups: a code of any of them activates the discount. Without any it applies to everybody."),
    percent: Share.optional().describe("Percent off the price before fees, like 10."),
    amount: Amount.optional().describe("The amount taken off."),
    price: Amount.optional().describe("The price instead, where that is lower."),
    per: z
      .enum(["ticket", "cart"])
      .optional()
      .describe("For each ticket, or once for all of them together, divided by price; each ticket by default."),
    for: z
      .array(Scope)
      .min(1)
      .max(100)
      .optional()
      .describe("Which tickets; by default all but gift cards and donations."),
    min_tickets: Count.optional().describe("The minimum number of these tickets; 1 by default."),
    max_tickets: Count.optional().describe(
      "The maximum number of discounted tickets, the most expensive first; all by default.",
    ),
    valid_from: Moment.optional(),
    valid_to: Moment.optional(),
    visits: z
      .strictObject({ from: DateField.optional(), until: DateField.optional() })
      .optional()
      .describe("Days of the visit, both included. Excludes tickets without a day."),
    stacking: z
      .enum(["alone", "with_others"])
      .optional()
      .describe(
        "`alone`: a cart gets either one discount that stands alone or all the others together, whichever is best for its buyer. `with_others`: applied one after another in the order of this list, each to the remaining price. `alone` by default.",
      ),
  })
  .describe("A reduction of ticket prices, for buyers with a code or for everybody.");
export type CatalogueDiscount = z.infer<typeof CatalogueDiscount>;
