import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { lookUpGiftCard } from "@foyer/contract/ledger.ts";
import { foldGiftCardNumber, maskedGiftCardNumber } from "@foyer/rules/giftCard.ts";
import { toWire } from "@foyer/rules/money.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { accountByNumber } from "../../outside/payments/ledgerBook.ts";
import { takeGiftCardGuess } from "./giftCardGuesses.ts";

type Call = typeof lookUpGiftCard;

/**
 * What is left on a card. One that is not there, another seller's and another ledger's are the same, and are looked for
 * in the same way: neither words nor time tell them apart. The page knows what was typed, so the number is not repeated.
 */
export const lookUp = async (ask: Ask, { ledger_id, number }: Received<Call>): Promise<Reply<Call>> => {
  const guess = takeGiftCardGuess(ask);
  const card = await accountByNumber(ask.db, ask.seller.id, { ledger_id, folded: foldGiftCardNumber(number) });
  if (!card) throw new Refused({ code: "not_found", context: "ledger", description: "Gift card not found" });
  guess.giveBack();
  const isOurMoney = card.currency === ask.seller.default_currency_code;
  return {
    ledger: {
      _data: [
        {
          number: maskedGiftCardNumber(card.number),
          state: isOurMoney ? card.state : "inactive",
          balance: toWire(card.balance, card.currency),
        },
      ],
    },
  };
};
