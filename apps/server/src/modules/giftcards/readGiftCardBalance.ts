import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { lookUpGiftCard } from "@foyer/contract/shop/giftcards.ts";
import { normalizeGiftCardNumber, maskGiftCardNumber } from "@foyer/rules/checkout/giftCard.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { findAccountByNumber } from "../../providers/payments/giftcard/ledger.sql.ts";
import { countGiftCardGuess } from "./countGiftCardGuess.ts";

type Call = typeof lookUpGiftCard;

/**
 * What is left on a card. One that is not there, another seller's and another ledger's are the same, and are looked for
 * in the same way: neither words nor time tell them apart. The page knows what was typed, so the number is not repeated.
 */
export const readGiftCardBalance = async (
  ctx: RequestContext,
  { ledger_id, number }: Received<Call>,
): Promise<Reply<Call>> => {
  const guess = countGiftCardGuess(ctx);
  const card = await findAccountByNumber(ctx.db, ctx.seller.id, { ledger_id, folded: normalizeGiftCardNumber(number) });
  if (!card) throw new Refused({ code: "not_found", context: "ledger", description: "Gift card not found" });
  guess.giveBack();
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
