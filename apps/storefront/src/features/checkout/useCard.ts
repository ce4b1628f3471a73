import { useState } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { toWire, type Minor } from "@foyer/rules/money.ts";
import { cardProblems, digitsOf, noCard, wireExpiry, type Card, type CardProblem } from "./card.ts";
import { paymentWay, type PaymentWay } from "./paymentWay.ts";
import type { Payer } from "./provider.ts";
import { offerOf, type Returned, type Wallet } from "./stripe.ts";
import { useProvider, type ProviderForm } from "./useProvider.ts";

export type CardForm = {
  readonly way: PaymentWay;
  /** Whether paying can begin: the provider's fields, where there are any, have to be there first. */
  readonly canPay: boolean;
  /** False once the bank confirmed a payment: no card is asked for again. */
  readonly asksCard: boolean;
  readonly card: Card;
  readonly problems: Partial<Record<keyof Card, CardProblem>>;
  readonly change: (part: Partial<Card>) => void;
  /** The provider's fields; undefined while they are on their way. */
  readonly fields: ProviderForm["fields"];
  /** The wallet that was chosen in them: its button takes the place of the usual one. */
  readonly wallet: Wallet | undefined;
  /** The way that was chosen in them wants to know where the payer lives. */
  readonly needsAddress: boolean;
  /** Says what is wrong at its fields; true when nothing is. */
  readonly check: () => boolean;
  /** The same of the provider's fields, which open a wallet's sheet with it: within the press, before anything is waited for. */
  readonly begin: () => Promise<void>;
  /** What pays the rest: nothing when there is none. */
  readonly offer: (payer: Payer) => Promise<readonly PaymentOffer[]>;
  /** Takes the payer through their bank's further step in this page; undefined where the bank has a page of its own. */
  readonly goOn: ProviderForm["goOn"] | undefined;
  /** A payment that the bank confirmed goes on; undefined: it came to nothing, and a card is asked for again. */
  readonly confirm: (returned: Returned | undefined) => void;
  /** Forgets what was typed: after a part is paid the next one is another payment. */
  readonly clear: () => void;
};

/**
 * How what is left after gift cards is paid, `rest` in minor units: the card as it is typed, in memory alone. `renews`: it is
 * kept by the provider, and pays the next terms of the membership in the cart.
 */
export const useCard = (cart: Pick<Cart, "currency" | "cart_fees">, rest: Minor, renews: boolean): CardForm => {
  const [card, setCard] = useState(noCard);
  const [problems, setProblems] = useState<CardForm["problems"]>({});
  const [confirmed, setConfirmed] = useState<Returned>();
  const wished = paymentWay(cart, rest);
  const isAsked = confirmed === undefined;
  const provider = useProvider(wished === "stripe" ? cart.cart_fees[0] : undefined, rest, cart.currency, renews);
  const way = wished === "stripe" && provider.hasFailed && isAsked ? "unavailable" : wished;
  const asksCard = way === "test" && isAsked;
  const asksProvider = way === "stripe" && isAsked;
  return {
    way,
    canPay: way === "free" || way === "test" || (way === "stripe" && (provider.isReady || !isAsked)),
    asksCard,
    card,
    problems,
    change: (part) => {
      setCard((before) => ({ ...before, ...part }));
      setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
    },
    fields: asksProvider ? provider.fields : undefined,
    wallet: asksProvider && rest > 0 ? provider.wallet : undefined,
    needsAddress: asksProvider && provider.needsAddress,
    check: () => {
      const found = asksCard ? cardProblems(card, Temporal.Now.plainDateISO().toPlainYearMonth().toString()) : {};
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    begin: async () => (asksProvider ? provider.begin() : undefined),
    offer: async (payer) => {
      if (way === "free") return [{ gateway_id: "free", amount: "0" }];
      const amount = toWire(rest, cart.currency);
      if (confirmed) return [offerOf(confirmed, amount)];
      if (asksProvider) return [await provider.offer(payer)];
      const gateway_data = {
        card: { number: digitsOf(card.number), expiry: wireExpiry(card.expiry), cvc: card.cvc.trim() },
      };
      return [{ gateway_id: "test", amount, gateway_data, ...(renews && { auto_renew: true }) }];
    },
    goOn: way === "stripe" ? provider.goOn : undefined,
    confirm: setConfirmed,
    clear: () => {
      setCard(noCard);
      setProblems({});
      setConfirmed(undefined);
      provider.clear();
    },
  };
};
