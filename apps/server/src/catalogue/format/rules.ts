import * as z from "zod";
import { Count, Key, Moment, TypeKey, text } from "./fields.ts";

const scopeFields = {
  groups: z.array(Key).min(1).optional().describe("Groups of the event."),
  types: z.array(TypeKey).min(1).optional().describe("Types of the event, as 'group/type'."),
  min: Count.optional().describe("From so many tickets on; 1 unless `max` is said."),
  max: Count.optional().describe("Up to so many; 0 is none at all."),
};

const Condition = z
  .strictObject({
    event: Key.optional().describe("An event of the seller. In a rule of an event that one, unless said."),
    ...scopeFields,
  })
  .describe("So many tickets of what is named. A rule of the seller in which nothing is named means everything.");
export type Condition = z.infer<typeof Condition>;

/** A rule of an event or of the whole shop. */
export const CheckoutRule = z
  .strictObject({
    key: Key,
    description: text(500).describe("What the visitor is told."),
    blocks: z.enum(["reserve", "checkout"]).describe("Putting it into the cart, or paying for the cart."),
    when: Condition,
    also: z.array(Condition).max(10).optional().describe("What else there is in the cart, or is not."),
    code_group: Key.optional().describe("A code of this group lifts the rule."),
  })
  .describe("What is not sold together, or not without a code. All conditions have to hold.");
export type CheckoutRule = z.infer<typeof CheckoutRule>;

export const CodeGroup = z
  .strictObject({
    key: Key,
    name: text(100).describe("What the cart calls it when one of its codes is at work."),
    description: text(500).optional(),
    max_uses: Count.optional().describe(
      "All of its codes together, in so many carts and orders; any number unless said.",
    ),
    max_uses_each: Count.optional().describe(
      "Of each buyer: of a visitor, and at the till of an e-mail address; any number unless said.",
    ),
    activates: z
      .array(Key)
      .min(1)
      .optional()
      .describe("Other groups that its codes open too: their discounts, and the rules that they lift."),
    codes: z.array(
      z.strictObject({
        code: text(35).describe("At most 35 characters; capitals and spaces around it make no difference."),
        valid_from: Moment.optional(),
        valid_to: Moment.optional(),
        max_uses: Count.optional().describe("In so many carts and orders; any number unless said."),
      }),
    ),
  })
  .describe("Codes that do the same thing.");
export type CodeGroup = z.infer<typeof CodeGroup>;
