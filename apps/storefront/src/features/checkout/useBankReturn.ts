import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import { payNow } from "./buy.ts";
import { openProvider } from "./provider.ts";
import type { Problem } from "./refusedWords.ts";
import { goesOn, offerOf, ProviderRefusal, type Returned } from "./stripe.ts";
import type { Buying } from "./useBuy.ts";

/**
 * What goes on with a payment whose payer was at their bank. The provider's own script says how it stands; where that
 * does not load, the server asks by itself.
 */
const offersAfter = async (
  { id, cart_fees, payment_due_by_credit_card: amount }: Cart,
  own: boolean,
  returned: Returned,
): Promise<PaymentOffer[]> => {
  const offers = [offerOf(returned, amount)];
  const key = cart_fees[0]?.publishable_key;
  if (returned.gateway !== "stripe" || !key) return offers;
  const provider = await openProvider(key).catch(() => undefined);
  if (!provider) return offers;
  const { paymentIntent, error } = await provider.stripe.retrievePaymentIntent(returned.secret);
  if (paymentIntent && goesOn(paymentIntent.status)) return offers;
  // The server asks too, and ends it in its books: the next attempt is a new one.
  await payNow({ cart_id: id, own }, offers).catch(() => undefined);
  throw new ProviderRefusal(error ?? paymentIntent.last_payment_error ?? { type: "card_error", code: "card_declined" });
};

/** Goes on with a payment whose payer has been at their bank. True until that is decided. */
export const useBankReturn = (
  cart: Cart,
  own: boolean,
  returned: Returned | undefined,
  { start, isBusy }: Buying,
  onProblem: (problem: Problem) => void,
  onPartial: () => void,
): boolean => {
  const begun = useRef<Returned>(undefined);
  const [decided, setDecided] = useState<Returned>();

  const goOn = useEffectEvent((after: Returned) =>
    start(
      { purchaser: undefined, guest_identity_id: after.purchaser, offers: () => offersAfter(cart, own, after) },
      onProblem,
      onPartial,
    ),
  );
  useEffect(() => {
    if (returned === undefined || begun.current === returned) return;
    begun.current = returned;
    goOn(returned);
  }, [returned]);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (isBusy) hasBegun.current = true;
    else if (hasBegun.current) setDecided(returned);
  }, [isBusy, returned]);

  return returned !== undefined && decided !== returned;
};
