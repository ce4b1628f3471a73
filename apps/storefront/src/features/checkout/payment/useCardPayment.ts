import { useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import {
  findCardProblems,
  digitsOf,
  emptyCard,
  toWireExpiry,
  type TestCard,
  type CardProblem,
} from "./testGateway/testCard.ts";
import { paymentModeOf, type PaymentMode } from "./paymentMode.ts";
import type { Payer } from "./stripe/loadStripeProvider.ts";
import { returnedPaymentOffer, type ReturnedPayment, type Wallet } from "./stripe/stripe.ts";
import { useStripeProvider, type StripeProviderForm } from "./stripe/useStripeProvider.ts";

export type CardPayment = {
  readonly mode: PaymentMode;
  /** Whether paying can begin: the provider's fields, where there are any, have to be there first. */
  readonly canPay: boolean;
  /** False once the bank confirmed a payment: no card is asked for again. */
  readonly asksForCard: boolean;
  readonly card: TestCard;
  readonly problems: Partial<Record<keyof TestCard, CardProblem>>;
  readonly update: (part: Partial<TestCard>) => void;
  /** The provider's fields; undefined while they are on their way. */
  readonly fields: StripeProviderForm["fields"];
  /** The wallet that was chosen in them: its button takes the place of the usual one. */
  readonly wallet: Wallet | undefined;
  /** The way that was chosen in them wants to know where the payer lives. */
  readonly needsAddress: boolean;
  /** Says what is wrong at its fields; true when nothing is. */
  readonly check: () => boolean;
  /** The same of the provider's fields, which open a wallet's sheet with it: within the press, before anything is waited for. */
  readonly submitFields: () => Promise<void>;
  /** What pays the rest: nothing when there is none. */
  readonly offer: (payer: Payer) => Promise<readonly PaymentInput[]>;
  /** Takes the payer through their bank's further step in this page; undefined where the bank has a page of its own. */
  readonly handleNextAction: StripeProviderForm["handleNextAction"] | undefined;
  /** A payment that the bank confirmed goes on; undefined: it came to nothing, and a card is asked for again. */
  readonly resumeReturned: (returned: ReturnedPayment | undefined) => void;
  /** Forgets what was typed: after a part is paid the next one is another payment. */
  readonly clear: () => void;
};

/**
 * How what is left after gift cards is paid, `rest` in minor units: the card as it is typed, in memory alone. `renews`: it is
 * kept by the provider, and pays the next terms of the membership in the cart.
 */
export const useCardPayment = (
  cart: Pick<Cart, "currency" | "cart_fees">,
  remaining: Minor,
  renews: boolean,
): CardPayment => {
  const [card, setCard] = useState(emptyCard);
  const [problems, setProblems] = useState<CardPayment["problems"]>({});
  const [returned, setConfirmed] = useState<ReturnedPayment>();
  const wantedMode = paymentModeOf(cart, remaining);
  const needsDetails = returned === undefined;
  const provider = useStripeProvider(
    wantedMode === "stripe" ? cart.cart_fees[0] : undefined,
    remaining,
    cart.currency,
    renews,
  );
  const mode = wantedMode === "stripe" && provider.hasFailed && needsDetails ? "unavailable" : wantedMode;
  const asksForCard = mode === "test" && needsDetails;
  const usesProvider = mode === "stripe" && needsDetails;
  return {
    mode,
    canPay: mode === "free" || mode === "test" || (mode === "stripe" && (provider.isReady || !needsDetails)),
    asksForCard,
    card,
    problems,
    update: (part) => {
      setCard((before) => ({ ...before, ...part }));
      setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
    },
    fields: usesProvider ? provider.fields : undefined,
    wallet: usesProvider && remaining > 0 ? provider.wallet : undefined,
    needsAddress: usesProvider && provider.needsAddress,
    check: () => {
      const found = asksForCard
        ? findCardProblems(card, Temporal.Now.plainDateISO().toPlainYearMonth().toString())
        : {};
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    submitFields: async () => (usesProvider ? provider.submitFields() : undefined),
    offer: async (payer) => {
      if (mode === "free") return [{ gateway_id: "free", amount: "0" }];
      const amount = toDecimal(remaining, cart.currency);
      if (returned) return [returnedPaymentOffer(returned, amount)];
      if (usesProvider) return [await provider.offer(payer)];
      const gateway_data = {
        card: { number: digitsOf(card.number), expiry: toWireExpiry(card.expiry), cvc: card.cvc.trim() },
      };
      return [{ gateway_id: "test", amount, gateway_data, ...(renews && { auto_renew: true }) }];
    },
    handleNextAction: mode === "stripe" ? provider.handleNextAction : undefined,
    resumeReturned: setConfirmed,
    clear: () => {
      setCard(emptyCard);
      setProblems({});
      setConfirmed(undefined);
      provider.clear();
    },
  };
};
