import { normalizeGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { findAccountByNumber } from "../../providers/payments/giftcard/ledger.sql.ts";
import { giftCardMessages } from "../../providers/payments/giftcard/giftCardGateway.ts";
import { countGiftCardPayment } from "./countGiftCardGuess.ts";

type WantedPayment = {
  readonly number: string;
  readonly ledger_id: string;
  /** A decimal. */
  readonly amount: string;
  readonly currency: string;
};

/**
 * Refuses a gift card that a payment would be refused with, before the payment is prepared. Takes no money: the payment
 * may still find that the balance was spent in the meantime. A wrong number counts as a guess.
 */
export const requireFunds = async (
  ctx: RequestContext,
  { number, ledger_id, amount, currency }: WantedPayment,
): Promise<void> => {
  const guess = await countGiftCardPayment(ctx);
  const normalized = normalizeGiftCardNumber(number);
  const card = await findAccountByNumber(ctx.db, ctx.seller.id, { ledger_id, normalized });
  await guess.release(card ? 1 : 0);
  if (!card) throw refusal("not_found");
  if (card.state !== "active" || card.currency !== currency) throw refusal("inactive");
  if (card.balance < (fromDecimal(amount, currency) ?? 0)) throw refusal("insufficient_balance");
};

const refusal = (reason: "not_found" | "inactive" | "insufficient_balance"): Refused =>
  new Refused({
    code: reason === "not_found" ? "not_found" : "insufficient_balance",
    context: "ledger",
    description: giftCardMessages[reason],
    extra: { index: 0 },
  });
