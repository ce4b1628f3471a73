import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { CheckoutProblem } from "./checkoutProblem.ts";
import { checkReturn, resumeOffer, type ReturnedPayment } from "./gateways.ts";
import { sendPayment } from "./purchaseCart.ts";
import type { PurchaseState } from "./usePurchase.ts";

const offersAfterReturn = async (
  { id, cart_fees, payment_due_by_credit_card: amount }: Cart,
  isOwn: boolean,
  returnedPayment: ReturnedPayment,
): Promise<PaymentInput[]> => {
  const offers = [resumeOffer(returnedPayment, amount)];
  const refusal = await checkReturn(returnedPayment, cart_fees[0]);
  if (!refusal) return offers;
  // Lets the server close the attempt, so that the next one is a new payment.
  await sendPayment({ cart_id: id, isOwn }, offers).catch(() => undefined);
  throw refusal;
};

export type BankReturnOptions = {
  readonly cart: Cart;
  readonly isOwn: boolean;
  readonly returnedPayment: ReturnedPayment | undefined;
  readonly purchase: PurchaseState;
  readonly onProblem: (problem: CheckoutProblem) => void;
  readonly onPartial: () => void;
};

/** Continues a payment whose payer has returned from the bank's page. True until its outcome is known. */
export const useBankReturn = ({
  cart,
  isOwn,
  returnedPayment,
  purchase: { start, isBusy },
  onProblem,
  onPartial,
}: BankReturnOptions): boolean => {
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
