import * as z from "zod/mini";
import { Id, Money, rows } from "../basics.ts";
import { endpoint } from "../endpoint.ts";

/** The maximum length of a gift card number, in characters. */
export const giftCardNumberMax = 70;

/** A gift card. Only an `active` one can pay. */
export const GiftCard = z.object({
  number: z.string(),
  state: z.enum(["active", "inactive", "expired"]),
  balance: Money,
});
export type GiftCard = z.infer<typeof GiftCard>;

/** A gift card bought with an order, with its full number: for whoever may open the order. */
export const BoughtGiftCard = z.object({
  ticket_order_id: Id,
  ticket_id: Id,
  number: z.string(),
  /** Its value when it was sold. */
  amount: Money,
  balance: Money,
  state: GiftCard.shape.state,
});
export type BoughtGiftCard = z.infer<typeof BoughtGiftCard>;

export const lookUpGiftCard = endpoint({
  name: "lookUpGiftCard",
  method: "GET",
  path: "/ledger/:ledger_id/:number",
  summary: "A gift card by its number, with its balance. 404 if there is none; the number of attempts is limited.",
  params: z.strictObject({
    ledger_id: z.string().check(z.maxLength(64)),
    number: z.string().check(z.maxLength(giftCardNumberMax)),
  }),
  reply: z.object({ ledger: rows(GiftCard) }),
});
