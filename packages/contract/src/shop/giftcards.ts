import * as z from "zod/mini";
import { Id, Money, rows } from "../basics.ts";
import { endpoint } from "../endpoint.ts";

/** Signs of a gift card's number at most (document 2 §5.4). */
export const giftCardNumberMax = 70;

/** A gift card. `active` alone pays. */
export const GiftCard = z.object({
  number: z.string(),
  state: z.enum(["active", "inactive", "expired"]),
  balance: Money,
});
export type GiftCard = z.infer<typeof GiftCard>;

/** A card that an order bought, with its whole number: for whoever may open the order. */
export const BoughtGiftCard = z.object({
  ticket_order_id: Id,
  ticket_id: Id,
  number: z.string(),
  /** What it was worth when it was sold. */
  amount: Money,
  balance: Money,
  state: GiftCard.shape.state,
});
export type BoughtGiftCard = z.infer<typeof BoughtGiftCard>;

export const lookUpGiftCard = endpoint({
  name: "lookUpGiftCard",
  method: "GET",
  path: "/ledger/:ledger_id/:number",
  summary:
    "A gift card by its number, and what is left on it. Refused with 404 where there is none; few tries are allowed.",
  params: z.strictObject({
    ledger_id: z.string().check(z.maxLength(64)),
    number: z.string().check(z.maxLength(giftCardNumberMax)),
  }),
  reply: z.object({ ledger: rows(GiftCard) }),
});
