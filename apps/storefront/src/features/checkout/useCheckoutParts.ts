import type { Cart } from "@foyer/contract/shop/cart.ts";
import { useGiftCards } from "./giftcards/useGiftCards.ts";
import { useAutoRenewConsent } from "./payment/useAutoRenewConsent.ts";
import { walletButtons } from "./payment/gateways.ts";
import { usePaymentAmount } from "./payment/usePaymentAmount.ts";
import { usePaymentForm } from "./payment/usePaymentForm.ts";
import { useExpressWallet } from "./express/useExpressWallet.ts";
import { useSavedCard } from "./express/useSavedCard.ts";
import { useCheckoutDraft } from "./useCheckoutDraft.ts";
import { useCheckoutSurvey } from "./purchaser/useCheckoutSurvey.ts";
import { useNewAccount } from "./purchaser/useNewAccount.ts";
import { usePurchaser } from "./purchaser/usePurchaser.ts";
import { useTerms } from "./purchaser/useTerms.ts";

/** The forms of the checkout: the buyer, the amount paid now, the payment, and the terms. */
export const useCheckoutParts = (cart: Cart, isOwn: boolean, isAwaitingBank: boolean) => {
  const draft = useCheckoutDraft(cart.id);
  const terms = useTerms(draft);
  const amount = usePaymentAmount(cart, draft);
  const giftCards = useGiftCards(cart, { amount: amount.amount, isOwn, draft, canRestore: !isAwaitingBank });
  const hasAutoRenewConsent = useAutoRenewConsent(cart);
  const payment = usePaymentForm(cart, giftCards.remaining, hasAutoRenewConsent);
  const purchaser = usePurchaser(cart, { isOwn, needsAddress: payment.needsAddress, draft });
  const account = useNewAccount(purchaser.passwordAsked);
  const survey = useCheckoutSurvey(cart, isOwn);
  const { remaining } = giftCards;
  const savedCard = useSavedCard(payment, {
    isMember: purchaser.account !== undefined,
    remaining,
    currency: cart.currency,
    isAutoRenewed: hasAutoRenewConsent,
  });
  const wallet = useExpressWallet(remaining, cart.currency);
  const [fee] = cart.cart_fees;
  return {
    /** The gateway's wallets. A membership that renews requires a card that is saved for it. */
    WalletButtons:
      payment.gateway && payment.asksForDetails && !hasAutoRenewConsent ? walletButtons(payment.gateway) : undefined,
    wallet,
    fee,
    terms,
    amount,
    giftCards,
    payment,
    purchaser,
    account,
    survey,
    savedCard,
    isAutoRenewed: hasAutoRenewConsent && remaining > 0,
  };
};
export type CheckoutParts = ReturnType<typeof useCheckoutParts>;
