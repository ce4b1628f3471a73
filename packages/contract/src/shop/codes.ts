import * as z from "zod/mini";
import { Id, Instant, Money, rows } from "../basics.ts";
import { CartReply } from "./cart.ts";
import { endpoint } from "../endpoint.ts";
import { GiftLevel } from "./membershipLevel.ts";

/** Of a promo code as it is typed (document 2 §5.4). */
export const promoCodeLimits = { min: 2, max: 35 } as const;
const Code = z.string().check(z.maxLength(promoCodeLimits.max));

const cartParams = z.strictObject({ cart_id: Id });

/**
 * Puts codes to work on a cart. Refused with `code_not_found`, `code_exhausted`, `no_code_benefit` or `duplicate_code`
 * (extra: code); with `ignore_errors` what does not apply is passed over without a word. `require_benefit` (true unless
 * said otherwise) refuses a code that changes nothing in this cart.
 */
export const applyCode = endpoint({
  name: "applyCode",
  method: "POST",
  path: "/my/cart/:cart_id/apply_code",
  summary: "Puts promo codes to work on the visitor's cart: all of them, or none.",
  params: cartParams,
  body: z.strictObject({
    code: z.optional(Code),
    codes: z.optional(z.array(Code).check(z.maxLength(20))),
    require_benefit: z.optional(z.boolean()),
    ignore_errors: z.optional(z.boolean()),
  }),
  reply: CartReply,
});

export const removeCode = endpoint({
  name: "removeCode",
  method: "POST",
  path: "/my/cart/:cart_id/remove_code",
  summary: "Takes a promo code off the visitor's cart; its use is free again.",
  params: cartParams,
  body: z.strictObject({ code_id: Id }),
  reply: CartReply,
});

/** What a code is good for, without a cart. */
export const CodeLookup = z.object({
  code: z.string(),
  valid_from: z.nullable(Instant),
  valid_to: z.nullable(Instant),
  exhausted: z.boolean(),
  ticket_types: z.array(
    z.object({
      id: Id,
      name: z.string(),
      ticket_group_id: Id,
      event_template_id: Id,
      currency_amount: Money,
      discounted_amount: Money,
      event_template_category: z.nullable(z.string()),
    }),
  ),
  /** It was given to somebody: it is redeemed for a membership. */
  is_gift: z.boolean(),
  /** What a gift's code is good for, in the order in which it is listed; empty for every other code. */
  levels: z.array(GiftLevel),
});
export type CodeLookup = z.infer<typeof CodeLookup>;

export const lookUpCode = endpoint({
  name: "lookUpCode",
  method: "GET",
  path: "/code/:code",
  summary:
    "What a code is good for: when it is valid, whether it is used up, and the prices that it makes. Refused with `code_not_found` where there is no such code.",
  params: z.strictObject({ code: Code }),
  /** `advertise` names prices before anything is in a cart; `advertise,code` those of this code alone. */
  query: z.strictObject({ mode: z.optional(z.enum(["advertise", "code", "advertise,code"])) }),
  reply: z.object({ code: rows(CodeLookup) }),
});
