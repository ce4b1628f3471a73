import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { Problem } from "./refusedWords.ts";
import type { Buying } from "./useBuy.ts";

/** Goes on with a payment whose payer has been at their bank. True until that is decided. */
export const useBankReturn = (
  { payment_due_by_credit_card: amount }: Cart,
  payment_id: string | undefined,
  { start, isBusy }: Buying,
  onProblem: (problem: Problem) => void,
): boolean => {
  const begun = useRef<string>(undefined);
  const [decided, setDecided] = useState<string>();

  const goOn = useEffectEvent((id: string) =>
    start(
      {
        purchaser: undefined,
        offers: async () => [{ gateway_id: "test", amount, gateway_data: { payment_id: id } }],
      },
      onProblem,
    ),
  );
  useEffect(() => {
    if (payment_id === undefined || begun.current === payment_id) return;
    begun.current = payment_id;
    goOn(payment_id);
  }, [payment_id]);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (isBusy) hasBegun.current = true;
    else if (hasBegun.current) setDecided(payment_id);
  }, [isBusy, payment_id]);

  return payment_id !== undefined && decided !== payment_id;
};
