import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { focusFirstError } from "../../shared/focusFirstError.ts";
import type { Problem as Refusal } from "./refusedWords.ts";
import type { Returned } from "./stripe.ts";
import { useAmount } from "./useAmount.ts";
import type { Buying } from "./useBuy.ts";
import { useCard } from "./useCard.ts";
import { useGiftCards } from "./useGiftCards.ts";
import { usePurchaser, type PurchaserForm } from "./usePurchaser.ts";
import { useTerms } from "./useTerms.ts";

/** The parts of the checkout and what joins them: who buys, how much is paid and how, and what is agreed to. */
export const useCheckoutForm = (cart: Cart, buying: Buying, returned: Returned | undefined) => {
  const form = useRef<HTMLFormElement>(null);
  const purchaser = usePurchaser();
  const terms = useTerms();
  const { amount } = useAmount(cart);
  const gifts = useGiftCards(cart, amount);
  const card = useCard(cart, gifts.rest);
  /** Counts refused attempts: each one leads to the first error. */
  const [refusals, setRefusals] = useState(0);
  const [hasErrors, setErrors] = useState(false);

  const refuse = (): void => {
    setErrors(true);
    setRefusals((count) => count + 1);
  };
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);

  /** What the server's "no" means for the form. */
  const meet = (problem: Refusal): void => {
    if (problem.kind === "details_again") card.confirm(returned);
    if (problem.kind === "said") card.confirm(undefined);
    if (problem.kind === "terms") {
      terms.refuse();
      refuse();
    }
    if (problem.kind === "fields") {
      purchaser.refuse(problem.fields as PurchaserForm["problems"]);
      refuse();
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (buying.isBusy || !card.canPay) return;
    buying.clear();
    // All of them, so that all that is wrong is said at once.
    const checks = [purchaser.check(), card.check(), terms.check()];
    if (checks.includes(false)) {
      // The provider's fields say what they lack as well; a wallet would open its sheet.
      if (!card.wallet) card.begin().catch(() => undefined);
      return refuse();
    }
    setErrors(false);
    const identity = purchaser.identity();
    buying.start(
      {
        purchaser: { identity, ...terms.sent() },
        begin: card.begin,
        offers: async () => [...gifts.offers, ...(await card.offer(identity))],
        goOn: card.goOn,
        byWallet: card.wallet !== undefined,
      },
      meet,
    );
  };

  const isWrong = purchaser.problems.length > 0 || Object.keys(card.problems).length > 0 || terms.isMissing;
  return { form, purchaser, terms, amount, gifts, card, hasErrors: hasErrors && isWrong, submit, meet };
};
