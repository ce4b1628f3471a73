import * as z from "zod/mini";
import { Id, Instant, Money, commaList, rows } from "../basics.ts";
import { CartReply } from "./cart.ts";
import { PromoCode } from "./cartChange.ts";
import { endpoint } from "../endpoint.ts";
import { GiftLevel } from "./membershipLevel.ts";

const cartParams = z.strictObject({ cart_id: Id });

/**
 * Applies codes to a cart. Refused with `code_not_found`, `code_exhausted`, `no_code_benefit` or `duplicate_code`
 * (extra: code). With `ignore_errors` inapplicable codes are skipped silently. With `require_benefit` (the default) a
 * code without effect on this cart is refused.
 */
export const applyCode = endpoint({
  name: "applyCode",
  method: "POST",
  path: "/my/cart/:cart_id/apply_code",
  summary: "Applies promo codes to the visitor's cart: all of them or none.",
  params: cartParams,
  body: z.strictObject({
    code: z.optional(PromoCode),
    codes: z.optional(z.array(PromoCode).check(z.maxLength(20))),
    require_benefit: z.optional(z.boolean()),
    ignore_errors: z.optional(z.boolean()),
  }),
  reply: CartReply,
});

export const removeCode = endpoint({
  name: "removeCode",
  method: "POST",
  path: "/my/cart/:cart_id/remove_code",
  summary: "Removes a promo code from the visitor's cart and frees its use.",
  params: cartParams,
  body: z.strictObject({ code_id: Id }),
  reply: CartReply,
});

/** What a code does, independent of any cart. */
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
  /** A gift code: it is redeemed for a membership. */
  is_gift: z.boolean(),
  /** The levels that a gift code is valid for, in listing order; empty for every other code. */
  levels: z.array(GiftLevel),
});
export type CodeLookup = z.infer<typeof CodeLookup>;

export const lookUpCode = endpoint({
  name: "lookUpCode",
  method: "GET",
  path: "/code/:code",
  summary:
    "What a code does: when it is valid, whether it is used up, and the prices with it. Refused with `code_not_found` if there is no such code.",
  params: z.strictObject({ code: PromoCode }),
  query: z.strictObject({
    /** `advertise` shows prices before anything is in a cart; `advertise,code` only those of this code. */
    mode: commaList("advertise", "code"),
  }),
  reply: z.object({ code: rows(CodeLookup) }),
});
