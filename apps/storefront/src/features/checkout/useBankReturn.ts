import { useEffect, useRef, useState } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { Buying } from "./useBuy.ts";

/** Goes on with a payment whose payer has been at their bank. True until that is decided. */
export const useBankReturn = (
  { payment_due_by_credit_card: amount }: Cart,
  payment_id: string | undefined,
  { start, isBusy }: Buying,
): boolean => {
  const begun = useRef<string>(undefined);
  const [decided, setDecided] = useState<string>();

  useEffect(() => {
    if (payment_id === undefined || begun.current === payment_id) return;
    begun.current = payment_id;
    start({ purchaser: undefined, offer: { gateway_id: "test", amount, gateway_data: { payment_id } } });
    // `start` is made anew on every render and begins once.
  }, [payment_id, amount]);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (isBusy) hasBegun.current = true;
    else if (hasBegun.current) setDecided(payment_id);
  }, [isBusy, payment_id]);

  return payment_id !== undefined && decided !== payment_id;
};
