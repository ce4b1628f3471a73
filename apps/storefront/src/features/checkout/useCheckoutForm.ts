import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { Block } from "@foyer/rules/blockedCart.ts";
import type { Minor } from "@foyer/rules/money.ts";
import { focusFirstError } from "../../shared/focusFirstError.ts";
import type { Problem as Refusal } from "./refusedWords.ts";
import type { Returned } from "./stripe.ts";
import { useAmount } from "./useAmount.ts";
import type { Buying } from "./useBuy.ts";
import { useCard } from "./useCard.ts";
import { useGiftCards } from "./useGiftCards.ts";
import { useNewAccount } from "./useNewAccount.ts";
import { usePurchaser, type PurchaserForm } from "./usePurchaser.ts";
import { useRenewal } from "./useRenewal.ts";
import { useTerms } from "./useTerms.ts";

/** The parts of the checkout and what joins them: who buys, how much is paid and how, and what is agreed to. */
export const useCheckoutForm = (
  cart: Cart,
  buying: Buying,
  {
    own,
    returned,
    block,
    onBlocked,
  }: {
    readonly own: boolean;
    readonly returned: Returned | undefined;
    readonly block: Block | undefined;
    /** Somebody wants to pay for a cart that is blocked. */
    readonly onBlocked: () => void;
  },
) => {
  const form = useRef<HTMLFormElement>(null);
  const terms = useTerms();
  const amount = useAmount(cart);
  const gifts = useGiftCards(cart, amount.amount, own);
  const renews = useRenewal(cart);
  const card = useCard(cart, gifts.rest, renews);
  const purchaser = usePurchaser(cart, own, card.needsAddress);
  const account = useNewAccount(purchaser.passwordAsked);
  /** Counts refused attempts: each one leads to the first error. */
  const [refusals, setRefusals] = useState(0);
  const [hasErrors, setErrors] = useState(false);
  /** The last part that was paid, in minor units, and how many there were: each has card fields of its own. */
  const [paid, setPaid] = useState<{ readonly amount: Minor; readonly parts: number }>({ amount: 0, parts: 0 });

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
    // What is on a card is asked again; whoever cannot be asked keeps what was known.
    if (problem.kind === "gift_card_short") gifts.lookAgain().catch(() => undefined);
    if (problem.kind === "terms") {
      terms.refuse();
      refuse();
    }
    if (problem.kind === "fields") {
      const ofPurchaser = problem.fields.filter(({ field }) => field !== "password");
      if (ofPurchaser.length > 0) purchaser.refuse(ofPurchaser as PurchaserForm["problems"]);
      account.refuse(problem.fields);
      refuse();
    }
  };

  /** A part is paid: the next one is another payment, and the buyer is the same. */
  const goOn = (): void => {
    setPaid((before) => ({ amount: amount.amount, parts: before.parts + 1 }));
    setErrors(false);
    card.clear();
    gifts.clear();
    terms.reset();
    amount.reset();
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (block) return onBlocked();
    if (buying.isBusy || !card.canPay) return;
    buying.clear();
    // All of them, so that all that is wrong is said at once.
    const checks = [purchaser.check(), account.check(), card.check(), terms.check()];
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
        openAccount: account.opens(identity),
        begin: card.begin,
        // What gift cards pay whole needs no card, and is not free either.
        offers: async () =>
          gifts.rest === 0 && gifts.offers.length > 0
            ? gifts.offers
            : [...gifts.offers, ...(await card.offer(identity))],
        goOn: card.goOn,
        byWallet: card.wallet !== undefined,
      },
      meet,
      goOn,
    );
  };

  const isWrong =
    purchaser.problems.length > 0 || account.isWrong || Object.keys(card.problems).length > 0 || terms.isMissing;
  return {
    renews: renews && gifts.rest > 0,
    form,
    purchaser,
    account,
    terms,
    amount,
    gifts,
    card,
    paid,
    hasErrors: hasErrors && isWrong,
    submit,
    meet,
    goOn,
  };
};
