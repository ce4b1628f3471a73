import * as z from "zod";
import { Amount, Count, Date, Key, Moment, TypeKey, text } from "./fields.ts";

const Share = z
  .union([z.number(), z.string()], { error: "is a percentage, like 10 or 12.5" })
  .transform(String)
  .refine(
    (share) => /^(?:100|\d{1,2}(?:\.\d{1,2})?)$/.test(share) && Number(share) > 0,
    "is a percentage above 0 and up to 100, like 10 or 12.5",
  );

const Scope = z
  .strictObject({
    event: Key.describe("An event of the seller."),
    groups: z.array(Key).min(1).optional().describe("Groups of the event; all unless said."),
    types: z.array(TypeKey).min(1).optional().describe("Types of the event, as 'group/type'; all unless said."),
  })
  .describe("Tickets of an event, or of some of its groups and types.");

/** A discount has exactly one of `percent`, `amount` and `price`. */
export const Discount = z
  .strictObject({
    key: Key,
    name: text(100).describe("What the cart calls it."),
    description: text(500).optional(),
    codes: z
      .array(Key)
      .min(1)
      .optional()
      .describe("Groups of codes, one of which puts it to work. Without any it is there for everybody."),
    percent: Share.optional().describe("So many percent off the price before fees, like 10."),
    amount: Amount.optional().describe("So much off."),
    price: Amount.optional().describe("What it costs instead, where that is less."),
    per: z
      .enum(["ticket", "cart"])
      .optional()
      .describe("For each ticket, or once for all of them together, shared out by price; each ticket unless said."),
    for: z
      .array(Scope)
      .min(1)
      .max(100)
      .optional()
      .describe("Which tickets. Unless said all but gift cards and donations."),
    min_tickets: Count.optional().describe("From so many of these tickets on; 1 unless said."),
    max_tickets: Count.optional().describe("For so many of them at most, the dearest first; all unless said."),
    valid_from: Moment.optional(),
    valid_to: Moment.optional(),
    visits: z
      .strictObject({ from: Date.optional(), until: Date.optional() })
      .optional()
      .describe("Days of the visit, both included. Tickets without a day are then left out."),
    stacking: z
      .enum(["alone", "with_others"])
      .optional()
      .describe(
        "`alone`: of all discounts that stand alone, and all others together, a cart gets what is best for its buyer. `with_others`: one after the other, in the order of this list, each on what is left. `alone` unless said.",
      ),
  })
  .describe("What is taken off the price of tickets, for whoever has a code, or for everybody.");
export type Discount = z.infer<typeof Discount>;
