import * as z from "zod/mini";
import { Day, Money, SignedMoney, TimeOfDay } from "../../basics.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { CatalogueProblem } from "./catalogue.ts";

/** Prices a cart by the drafts of the catalogue. Nothing is held or stored, and availability is not checked. */

/** The maximum numbers of lines and codes in one trial. */
export const maxTrialLines = 30;
export const maxTrialCodes = 10;
/** The maximum number of tickets of one type. */
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
            /** False for memberships, and for groups that ask for details of each ticket. */
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
        /** The start times of its sessions on the day, in the venue's time zone. */
        starts: z.array(TimeOfDay),
        /** The first day from then on that has a session; null if there is none. */
        next_day: z.nullable(Day),
      }),
    ),
    code_groups: z.array(z.object(Named)),
    /** Membership levels as 'program/role' that allow members' tickets. */
    levels: z.array(z.object(Named)),
  }),
});

/** A line of the trial cart. */
export const TrialLine = z.strictObject({
  event: Key,
  /** The start time on the day of the visit; null takes the first session. */
  start: z.nullable(TimeOfDay),
  type: KeyPair,
  quantity: z.int().check(z.gte(1), z.lte(maxTrialQuantity)),
  /** The price chosen by the buyer, for types that allow it; null takes the type's own price. */
  price: z.nullable(Money),
});
export type TrialLine = z.infer<typeof TrialLine>;

export const TriedCart = z.object({
  /** Why a cart does not accept these tickets, in the storefront's words. Nothing is priced then. */
  refusal: z.nullable(z.string()),
  tickets: z.array(
    z.object({
      event: z.string(),
      name: z.string(),
      /** In the venue's time zone; null without a session. */
      start: z.nullable(TimeOfDay),
      quantity: z.int(),
      /** Prices of one ticket without fees: `face_value` before discounts, `price` after them. */
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
      /** Why the cart does not accept the code, in the storefront's words. */
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
    /** The day of the visit. */
    day: Day,
    /** The day of the purchase, at noon in the seller's time zone; null means now. */
    bought_on: z.nullable(Day),
    codes: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(35))).check(z.maxLength(maxTrialCodes)),
    /** The buyer's membership level as 'program/role'; null for a non-member. */
    level: z.nullable(KeyPair),
  }),
  reply: z.object({
    /** Errors in the drafts. If there are any, nothing is priced. */
    errors: z.array(CatalogueProblem),
    cart: z.nullable(TriedCart),
  }),
});
