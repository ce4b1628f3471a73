import * as z from "zod";
import { Count, Key, Moment, TypeKey, text } from "./fields.ts";

const scopeFields = {
  groups: z.array(Key).min(1).optional().describe("Groups of the event."),
  types: z.array(TypeKey).min(1).optional().describe("Types of the event, as 'group/type'."),
  min: Count.optional().describe("The minimum number of tickets; 1 unless `max` is given."),
  max: Count.optional().describe("The maximum number; 0 for none."),
};

const Condition = z
  .strictObject({
    event: Key.optional().describe("An event of the seller; by default the event that the rule belongs to."),
    ...scopeFields,
  })
  .describe(
    "A number of tickets of the event, groups and types. A rule of the seller without any of them means all tickets.",
  );
export type Condition = z.infer<typeof Condition>;

/** A rule of an event or of the whole shop. */
export const CatalogueCheckoutRule = z
  .strictObject({
    key: Key,
    description: text(500).describe("The message to the visitor."),
    blocks: z.enum(["reserve", "checkout"]).describe("Putting it into the cart, or paying for the cart."),
    when: Condition,
    also: z.array(Condition).max(10).optional().describe("Further conditions on the cart."),
    code_group: Key.optional().describe("A code of this group lifts the rule."),
  })
  .describe("What is not sold together, or not without a code. All conditions have to hold.");
export type CatalogueCheckoutRule = z.infer<typeof CatalogueCheckoutRule>;

export const CodeGroup = z
  .strictObject({
    key: Key,
    name: text(100).describe("Its name in the cart when one of its codes applies."),
    description: text(500).optional(),
    max_uses: Count.optional().describe(
      "The number of carts and orders for all its codes together; unlimited by default.",
    ),
    max_uses_each: Count.optional().describe(
      "For each buyer: a visitor, and at the checkout an e-mail address; unlimited by default.",
    ),
    activates: z
      .array(Key)
      .min(1)
      .optional()
      .describe("Other groups that its codes activate too, with their discounts and the rules that they lift."),
    codes: z.array(
      z.strictObject({
        code: text(35).describe("At most 35 characters; capitals and spaces around it make no difference."),
        valid_from: Moment.optional(),
        valid_to: Moment.optional(),
        max_uses: Count.optional().describe("The number of carts and orders; unlimited by default."),
      }),
    ),
  })
  .describe("Codes with the same effect.");
export type CodeGroup = z.infer<typeof CodeGroup>;
