import { useState } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import {
  giftCardVerdict,
  isApplied,
  mostGiftCards,
  spreadOver,
  type AppliedCard,
  type GiftCardPart,
} from "@foyer/rules/giftCardPay.ts";
import { maskedGiftCardNumber } from "@foyer/rules/giftCard.ts";
import { toWire, type Minor } from "@foyer/rules/money.ts";
import { useSeller } from "../../shared/seller.tsx";
import { findGiftCard, useHoldsGiftCard } from "./gifts.queries.ts";

export type GiftCardsForm = {
  /** The seller has gift cards, and this cart may be paid with them. */
  readonly canApply: boolean;
  /** It may not: gift cards are not bought with gift cards. */
  readonly isBarred: boolean;
  readonly parts: readonly GiftCardPart[];
  /** For the totals, numbers masked. */
  readonly shown: readonly { readonly number: string; readonly pays: Minor; readonly left: Minor }[];
  readonly offers: readonly PaymentOffer[];
  /** What is left for a card, in minor units. */
  readonly rest: Minor;
  /** Adds a card; answers with what is the matter with it. */
  readonly apply: (typed: string) => Promise<"applied_already" | "empty" | "not_found" | undefined>;
  readonly remove: (index: number) => void;
  /** Asks again what is on each; those with nothing left leave. */
  readonly lookAgain: () => Promise<void>;
  readonly clear: () => void;
};

/** Gift cards that pay a part, in the order they were applied. Their numbers are in memory alone and go with the page. */
export const useGiftCards = (cart: Cart, amount: Minor, own: boolean): GiftCardsForm => {
  const { ledger_id } = useSeller().configuration;
  const [cards, setCards] = useState<readonly AppliedCard[]>([]);
  const matters = ledger_id !== undefined && amount > 0;
  const holdsGiftCard = useHoldsGiftCard(cart, own, matters);
  const mayPay = matters && holdsGiftCard === false;
  const { currency } = cart;
  const { parts, rest } = spreadOver(mayPay ? cards : [], amount, currency);

  const judge = async (typed: string, applied: readonly AppliedCard[]) => {
    const found = ledger_id === undefined ? undefined : await findGiftCard(ledger_id, typed.trim());
    return found ? giftCardVerdict(found, { typed, applied, currency }) : ("not_found" as const);
  };
  return {
    canApply: mayPay && rest > 0 && cards.length < mostGiftCards && !cart.payment_in_progress,
    isBarred: matters && holdsGiftCard === true,
    parts,
    shown: parts.map(({ number, pays, left }) => ({ number: maskedGiftCardNumber(number), pays, left })),
    offers: parts
      .filter(({ pays }) => pays > 0)
      .map(({ number, pays }) => ({
        gateway_id: "ledger",
        amount: toWire(pays, currency),
        gateway_data: { number, ledger_id: ledger_id ?? "" },
      })),
    rest,
    apply: async (typed) => {
      if (isApplied(typed, cards)) return "applied_already";
      const verdict = await judge(typed, cards);
      if (typeof verdict === "string") return verdict;
      setCards((before) => [...before, verdict]);
      return undefined;
    },
    remove: (index) => setCards((before) => before.filter((_, at) => at !== index)),
    lookAgain: async () => {
      const found = await Promise.all(cards.map(({ number }) => judge(number, [])));
      setCards(found.filter((verdict) => typeof verdict !== "string"));
    },
    clear: () => setCards([]),
  };
};
