import { useState } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { toWire, type Minor } from "@foyer/rules/money.ts";
import { cardProblems, digitsOf, noCard, wireExpiry, type Card, type CardProblem } from "./card.ts";
import { paymentWay, type PaymentWay } from "./paymentWay.ts";

export type CardForm = {
  readonly way: PaymentWay;
  /** False once the bank confirmed a payment: no card is asked for again. */
  readonly asksCard: boolean;
  readonly card: Card;
  readonly problems: Partial<Record<keyof Card, CardProblem>>;
  readonly change: (part: Partial<Card>) => void;
  /** Says what is wrong at its fields; true when nothing is. */
  readonly check: () => boolean;
  /** What pays the rest: nothing when there is none. */
  readonly offer: () => Promise<readonly PaymentOffer[]>;
  /** A payment that the bank confirmed goes on; undefined: it came to nothing, and a card is asked for again. */
  readonly confirm: (payment_id: string | undefined) => void;
};

/** How what is left after gift cards is paid, `rest` in minor units: the card as it is typed, in memory alone. */
export const useCard = (cart: Pick<Cart, "currency" | "cart_fees">, rest: Minor): CardForm => {
  const [card, setCard] = useState(noCard);
  const [problems, setProblems] = useState<CardForm["problems"]>({});
  const [confirmed, setConfirmed] = useState<string>();
  const way = paymentWay(cart, rest);
  const asksCard = way === "test" && confirmed === undefined;
  return {
    way,
    asksCard,
    card,
    problems,
    change: (part) => {
      setCard((before) => ({ ...before, ...part }));
      setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
    },
    check: () => {
      const found = asksCard ? cardProblems(card, Temporal.Now.plainDateISO().toPlainYearMonth().toString()) : {};
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    offer: async () => {
      if (way === "free") return [{ gateway_id: "free", amount: "0" }];
      const gateway_data =
        confirmed === undefined
          ? { card: { number: digitsOf(card.number), expiry: wireExpiry(card.expiry), cvc: card.cvc.trim() } }
          : { payment_id: confirmed };
      return [{ gateway_id: "test", amount: toWire(rest, cart.currency), gateway_data }];
    },
    confirm: setConfirmed,
  };
};
