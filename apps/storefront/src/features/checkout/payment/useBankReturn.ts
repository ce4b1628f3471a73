import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import { sendPayment } from "./purchaseCart.ts";
import { loadStripeProvider } from "./stripe/loadStripeProvider.ts";
import type { CheckoutProblem } from "./checkoutProblem.ts";
import { canContinueIntent, returnedPaymentOffer, ProviderRefusal, type ReturnedPayment } from "./stripe/stripe.ts";
import type { PurchaseState } from "./usePurchase.ts";

/**
 * What goes on with a payment whose payer was at their bank. The provider's own script says how it stands; where that
 * does not load, the server asks by itself.
 */
const offersAfterReturn = async (
  { id, cart_fees, payment_due_by_credit_card: amount }: Cart,
  isOwn: boolean,
  returnedPayment: ReturnedPayment,
): Promise<PaymentInput[]> => {
  const offers = [returnedPaymentOffer(returnedPayment, amount)];
  const key = cart_fees[0]?.publishable_key;
  if (returnedPayment.gateway !== "stripe" || !key) return offers;
  const provider = await loadStripeProvider(key).catch(() => undefined);
  if (!provider) return offers;
  const { paymentIntent, error } = await provider.stripe.retrievePaymentIntent(returnedPayment.secret);
  if (paymentIntent && canContinueIntent(paymentIntent.status)) return offers;
  // The server asks too, and ends it in its books: the next attempt is a new one.
  await sendPayment({ cart_id: id, own: isOwn }, offers).catch(() => undefined);
  throw new ProviderRefusal(error ?? paymentIntent.last_payment_error ?? { type: "card_error", code: "card_declined" });
};

/** Goes on with a payment whose payer has been at their bank. True until that is decided. */
export const useBankReturn = (
  cart: Cart,
  isOwn: boolean,
  returnedPayment: ReturnedPayment | undefined,
  { start, isBusy }: PurchaseState,
  onProblem: (problem: CheckoutProblem) => void,
  onPartial: () => void,
): boolean => {
  const startedFor = useRef<ReturnedPayment>(undefined);
  const [finishedFor, setFinishedFor] = useState<ReturnedPayment>();

  const resume = useEffectEvent((payment: ReturnedPayment) =>
    start(
      {
        purchaser: undefined,
        guest_identity_id: payment.purchaser,
        offers: () => offersAfterReturn(cart, isOwn, payment),
      },
      onProblem,
      onPartial,
    ),
  );
  useEffect(() => {
    if (returnedPayment === undefined || startedFor.current === returnedPayment) return;
    startedFor.current = returnedPayment;
    resume(returnedPayment);
  }, [returnedPayment]);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (isBusy) hasBegun.current = true;
    else if (hasBegun.current) setFinishedFor(returnedPayment);
  }, [isBusy, returnedPayment]);

  return returnedPayment !== undefined && finishedFor !== returnedPayment;
};
