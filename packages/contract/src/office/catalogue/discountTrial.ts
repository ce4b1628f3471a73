import * as z from "zod/mini";
import { Day, Money, SignedMoney, TimeOfDay } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { CatalogueProblem } from "./catalogue.ts";

/**
 * What a cart would cost by the drafts of the catalogue. Nothing is held and nothing is kept; whether there are places
 * left is not asked.
 */

/** Lines and codes of one trial. */
export const maxTrialLines = 30;
export const maxTrialCodes = 10;
/** Of one type. */
export const maxTrialQuantity = 100;

const Key = z.string().check(z.regex(/^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/));
/** 'group/type' of an event, or 'program/role' of a membership. */
const KeyPair = z.string().check(z.maxLength(127), z.regex(/^[a-z0-9][a-z0-9_-]*\/[a-z0-9][a-z0-9_-]*$/));

const Named = { key: z.string(), name: z.string() };

export const readDiscountChoices = staffEndpoint({
  name: "readDiscountChoices",
  method: "GET",
  path: "/catalogue/discounts/choices",
  summary: "Read what discounts can be for, and what can be tried on a day",
  can: "catalogue.read",
  audits: null,
  query: z.strictObject({ day: Day }),
  reply: z.object({
    events: z.array(
      z.object({
        ...Named,
        groups: z.array(
          z.object({
            ...Named,
            /** False for memberships and for what asks for something about each ticket. */
            can_be_tried: z.boolean(),
            types: z.array(
              z.object({
                ...Named,
                /** Null where the buyer chooses the price. */
                price: z.nullable(Money),
              }),
            ),
          }),
        ),
        /** The times at which it begins on the day, by the venue's clock. */
        starts: z.array(TimeOfDay),
        /** The first day from then on with a session; null where there is none. */
        next_day: z.nullable(Day),
      }),
    ),
    code_groups: z.array(z.object(Named)),
    /** Levels of memberships as 'program/role', which may use tickets for members. */
    levels: z.array(z.object(Named)),
  }),
});

/** A line of the cart that is tried. */
export const TrialLine = z.strictObject({
  event: Key,
  /** Of the day; null takes the first. */
  start: z.nullable(TimeOfDay),
  type: KeyPair,
  quantity: z.int().check(z.gte(1), z.lte(maxTrialQuantity)),
  /** Where the buyer chooses the price; null takes the type's own. */
  price: z.nullable(Money),
});
export type TrialLine = z.infer<typeof TrialLine>;

export const TriedCart = z.object({
  /** Why a cart does not take these tickets, in the words of the storefront; nothing is priced then. */
  refusal: z.nullable(z.string()),
  tickets: z.array(
    z.object({
      event: z.string(),
      name: z.string(),
      /** By the venue's clock; null without a session. */
      start: z.nullable(TimeOfDay),
      quantity: z.int(),
      /** Of one ticket, before discounts and after them, without fees. */
      face_value: Money,
      price: Money,
      fees: Money,
    }),
  ),
  /** What each discount takes off, in the order in which they apply. */
  discounts: z.array(z.object({ name: z.string(), amount: Money })),
  codes: z.array(
    z.object({
      code: z.string(),
      is_applied: z.boolean(),
      /** Why the cart does not take it, in the words of the storefront. */
      refusal: z.nullable(z.string()),
    }),
  ),
  subtotal: Money,
  discount: SignedMoney,
  fees: Money,
  total: Money,
});
export type TriedCart = z.infer<typeof TriedCart>;

export const tryDiscounts = staffEndpoint({
  name: "tryDiscounts",
  method: "POST",
  path: "/catalogue/discounts/try",
  summary: "Say what a cart would cost by the drafts of the catalogue",
  can: "catalogue.read",
  audits: null,
  body: z.strictObject({
    lines: z.array(TrialLine).check(z.minLength(1), z.maxLength(maxTrialLines)),
    /** Of the visit. */
    day: Day,
    /** The day on which it is bought, at noon by the seller's clock; null is now. */
    bought_on: z.nullable(Day),
    codes: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(35))).check(z.maxLength(maxTrialCodes)),
    /** The buyer's level as 'program/role'; null for who is no member. */
    level: z.nullable(KeyPair),
  }),
  reply: z.object({
    /** What is wrong with the drafts; nothing is tried then. */
    errors: z.array(CatalogueProblem),
    cart: z.nullable(TriedCart),
  }),
});
