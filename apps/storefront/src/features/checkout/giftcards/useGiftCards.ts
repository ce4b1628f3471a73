import { useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import {
  checkGiftCard,
  isGiftCardApplied,
  maxGiftCards,
  splitOverGiftCards,
  type AppliedGiftCard,
  type GiftCardTender,
} from "@foyer/rules/checkout/giftcards/giftCardTenders.ts";
import { maskGiftCardNumber } from "@foyer/rules/checkout/giftcards/giftCard.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { giftCardGatewayId } from "@foyer/rules/checkout/gateways.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import type { KeptDraft } from "../useCheckoutDraft.ts";
import { cardStepOf } from "../payment/paymentMode.ts";
import { findGiftCard, useCartHasGiftCard } from "./giftCard.queries.ts";
import { useKeptGiftCards } from "./useKeptGiftCards.ts";

export type GiftCardsForm = {
  /** The seller has gift cards, and one more can be applied to this cart. */
  readonly canApply: boolean;
  /** The cart holds a gift card, which cannot be bought with gift cards. */
  readonly isDisallowed: boolean;
  readonly parts: readonly GiftCardTender[];
  /** With masked numbers, for the totals. */
  readonly shown: readonly { readonly number: string; readonly pays: Minor; readonly left: Minor }[];
  readonly offers: readonly PaymentInput[];
  /** What is left to pay by card, in minor units. */
  readonly remaining: Minor;
  /** Adds a card, or returns the reason why it cannot. */
  readonly apply: (typed: string) => Promise<"applied_already" | "empty" | "not_found" | undefined>;
  readonly remove: (index: number) => void;
  /** Fetches the balances again and removes empty cards. */
  readonly refreshBalances: () => Promise<void>;
  readonly clear: () => void;
  /** The cards from before a reload are being looked up: the amount due is not known yet. */
  readonly isRestoring: boolean;
  /** At least one of them could not be applied again. */
  readonly isIncomplete: boolean;
};

export type GiftCardsOptions = {
  readonly amount: Minor;
  readonly isOwn: boolean;
  readonly draft: KeptDraft;
  /** False while the bank's answer is awaited. */
  readonly canRestore: boolean;
};

/** Gift cards that pay a part, in the order they were applied. Their numbers are kept in this tab for this cart. */
export const useGiftCards = (cart: Cart, { amount, isOwn, draft, canRestore }: GiftCardsOptions): GiftCardsForm => {
  const { ledger_id } = useSeller().configuration;
  const [cards, setCards] = useState<readonly AppliedGiftCard[]>([]);
  const isRelevant = ledger_id !== undefined && amount > 0;
  const { holdsGiftCard, isLoading } = useCartHasGiftCard(cart, isOwn, isRelevant);
  const canPay = isRelevant && holdsGiftCard === false;
  const { currency } = cart;
  const { parts, rest: remaining } = splitOverGiftCards(canPay ? cards : [], amount, {
    currency,
    step: cardStepOf(cart),
  });

  const checkCard = async (typed: string, applied: readonly AppliedGiftCard[]) => {
    const found = ledger_id === undefined ? undefined : await findGiftCard(ledger_id, typed.trim());
    return found ? checkGiftCard(found, { typed, applied, currency }) : ("not_found" as const);
  };
  const restoring = useKeptGiftCards({
    draft,
    canRestore,
    cards,
    find: async (number) => {
      const checked = await checkCard(number, []);
      return typeof checked === "string" ? undefined : checked;
    },
    onFound: setCards,
  });
  return {
    isRestoring: isRelevant && (restoring.isRestoring || (cards.length > 0 && isLoading)),
    isIncomplete: restoring.isIncomplete,
    canApply: canPay && remaining > 0 && cards.length < maxGiftCards && !cart.payment_in_progress,
    isDisallowed: isRelevant && holdsGiftCard === true,
    parts,
    shown: parts.map(({ number, pays, left }) => ({ number: maskGiftCardNumber(number), pays, left })),
    offers: parts
      .filter(({ pays }) => pays > 0)
      .map(({ number, pays }) => ({
        gateway_id: giftCardGatewayId,
        amount: toDecimal(pays, currency),
        gateway_data: { number, ledger_id: ledger_id ?? "" },
      })),
    remaining,
    apply: async (typed) => {
      if (isGiftCardApplied(typed, cards)) return "applied_already";
      const checked = await checkCard(typed, cards);
      if (typeof checked === "string") return checked;
      setCards((before) => [...before, checked]);
      restoring.dismiss();
      return undefined;
    },
    remove: (index) => setCards((before) => before.filter((_, at) => at !== index)),
    refreshBalances: async () => {
      const found = await Promise.all(cards.map(({ number }) => checkCard(number, [])));
      setCards(found.filter((checked) => typeof checked !== "string"));
    },
    clear: () => setCards([]),
  };
};
