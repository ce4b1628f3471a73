import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { lookUpGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { normalizeGiftCardNumber, maskGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { findAccountByNumber } from "../../providers/payments/giftcard/ledger.sql.ts";
import { countGiftCardLookup } from "./countGiftCardGuess.ts";

type Call = typeof lookUpGiftCard;

/**
 * The balance of a gift card. A number that does not exist, another seller's and another ledger's are looked up and
 * answered alike, so that neither the answer nor its timing reveals a number. The reply masks the number.
 */
export const readGiftCardBalance = async (
  ctx: RequestContext,
  { ledger_id, number }: Received<Call>,
): Promise<Reply<Call>> => {
  const guess = await countGiftCardLookup(ctx);
  const card = await findAccountByNumber(ctx.db, ctx.seller.id, {
    ledger_id,
    normalized: normalizeGiftCardNumber(number),
  });
  // Runs the same statements whether the card was found or not.
  await guess.release(card ? 1 : 0);
  if (!card) throw new Refused({ code: "not_found", context: "ledger", description: "Gift card not found" });
  const isSellerCurrency = card.currency === ctx.seller.default_currency_code;
  return {
    ledger: {
      _data: [
        {
          number: maskGiftCardNumber(card.number),
          state: isSellerCurrency ? card.state : "inactive",
          balance: toDecimal(card.balance, card.currency),
        },
      ],
    },
  };
};
