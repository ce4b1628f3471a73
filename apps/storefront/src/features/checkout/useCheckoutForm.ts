import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import { focusFirstError } from "../../shared/form/focusFirstError.ts";
import type { CheckoutProblem as Refusal } from "./payment/checkoutProblem.ts";
import type { ReturnedPayment } from "./payment/stripe/stripe.ts";
import { usePaymentAmount } from "./payment/usePaymentAmount.ts";
import type { PurchaseState } from "./payment/usePurchase.ts";
import { useCardPayment } from "./payment/useCardPayment.ts";
import { useGiftCards } from "./giftcards/useGiftCards.ts";
import { useNewAccount } from "./purchaser/useNewAccount.ts";
import { usePurchaser, type PurchaserForm } from "./purchaser/usePurchaser.ts";
import { useAutoRenewConsent } from "./payment/useAutoRenewConsent.ts";
import { useTerms } from "./purchaser/useTerms.ts";

/** The parts of the checkout and what joins them: who buys, how much is paid and how, and what is agreed to. */
export const useCheckoutForm = (
  cart: Cart,
  purchase: PurchaseState,
  {
    isOwn,
    returnedPayment,
    block,
    onBlocked,
  }: {
    readonly isOwn: boolean;
    readonly returnedPayment: ReturnedPayment | undefined;
    readonly block: BlockSummary | undefined;
    /** Somebody wants to pay for a cart that is blocked. */
    readonly onBlocked: () => void;
  },
) => {
  const form = useRef<HTMLFormElement>(null);
  const terms = useTerms();
  const amount = usePaymentAmount(cart);
  const giftCards = useGiftCards(cart, amount.amount, isOwn);
  const isAutoRenewed = useAutoRenewConsent(cart);
  const card = useCardPayment(cart, giftCards.remaining, isAutoRenewed);
  const purchaser = usePurchaser(cart, isOwn, card.needsAddress);
  const account = useNewAccount(purchaser.passwordAsked);
  /** Counts refused attempts: each one leads to the first error. */
  const [refusals, setRefusals] = useState(0);
  const [hasErrors, setErrors] = useState(false);
  /** The last part that was paid, in minor units, and how many there were: each has card fields of its own. */
  const [paid, setPaid] = useState<{ readonly amount: Minor; readonly parts: number }>({ amount: 0, parts: 0 });

  const focusErrors = (): void => {
    setErrors(true);
    setRefusals((count) => count + 1);
  };
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);

  /** What the server's "no" means for the form. */
  const handleProblem = (problem: Refusal): void => {
    if (problem.kind === "details_again") card.resumeReturned(returnedPayment);
    if (problem.kind === "said") card.resumeReturned(undefined);
    // What is on a card is asked again; whoever cannot be asked keeps what was known.
    if (problem.kind === "gift_card_short") giftCards.refreshBalances().catch(() => undefined);
    if (problem.kind === "terms") {
      terms.refuse();
      focusErrors();
    }
    if (problem.kind === "fields") {
      const ofPurchaser = problem.fields.filter(({ field }) => field !== "password");
      if (ofPurchaser.length > 0) purchaser.showRefusal(ofPurchaser as PurchaserForm["problems"]);
      account.showRefusal(problem.fields);
      focusErrors();
    }
  };

  /** A part is paid: the next one is another payment, and the buyer is the same. */
  const startNextPart = (): void => {
    setPaid((before) => ({ amount: amount.amount, parts: before.parts + 1 }));
    setErrors(false);
    card.clear();
    giftCards.clear();
    terms.reset();
    amount.reset();
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (block) return onBlocked();
    if (purchase.isBusy || !card.canPay) return;
    purchase.clear();
    // All of them, so that all that is wrong is said at once.
    const checks = [purchaser.check(), account.check(), card.check(), terms.check()];
    if (checks.includes(false)) {
      // The provider's fields say what they lack as well; a wallet would open its sheet.
      if (!card.wallet) card.submitFields().catch(() => undefined);
      return focusErrors();
    }
    setErrors(false);
    const identity = purchaser.identity();
    purchase.start(
      {
        purchaser: { identity, ...terms.sent() },
        openAccount: account.accountOpener(identity),
        submitFields: card.submitFields,
        // What gift cards pay whole needs no card, and is not free either.
        offers: async () =>
          giftCards.remaining === 0 && giftCards.offers.length > 0
            ? giftCards.offers
            : [...giftCards.offers, ...(await card.offer(identity))],
        handleNextAction: card.handleNextAction,
        isWallet: card.wallet !== undefined,
      },
      handleProblem,
      startNextPart,
    );
  };

  const isWrong =
    purchaser.problems.length > 0 || account.isWrong || Object.keys(card.problems).length > 0 || terms.isMissing;
  return {
    isAutoRenewed: isAutoRenewed && giftCards.remaining > 0,
    form,
    purchaser,
    account,
    terms,
    amount,
    giftCards,
    card,
    paid,
    hasErrors: hasErrors && isWrong,
    submit,
    handleProblem,
    startNextPart,
  };
};
