import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { useFocusFirstError } from "../../../shared/form/useFocusFirstError.ts";
import { cartKey } from "../../cart/cart.queries.ts";
import type { CheckoutProblem } from "../../checkout/payment/checkoutProblem.ts";
import type { ReturnedPayment } from "../../checkout/payment/gateways.ts";
import { useBankReturn } from "../../checkout/payment/useBankReturn.ts";
import { usePaymentForm } from "../../checkout/payment/usePaymentForm.ts";
import { useGiftCards } from "../../checkout/giftcards/useGiftCards.ts";
import { useTerms } from "../../checkout/purchaser/useTerms.ts";
import { useCheckoutDraft } from "../../checkout/useCheckoutDraft.ts";
import { managedOrderKey, type OrderAccess } from "../aftersale.queries.ts";
import type { ChangeOutcome } from "../change/changeOutcome.ts";
import type { ChangeCart } from "../change/useChangeCart.ts";
import type { LeaveChange } from "../change/useLeaveChange.ts";
import { usePayForChange } from "./usePayForChange.ts";

/** The payer of a change is the order's buyer, whom the server knows. */
const knownPayer = { first_name: "", last_name: "", email: "" };

export type ConfirmOptions = {
  readonly access: OrderAccess;
  readonly cart: ChangeCart;
  readonly returnedPayment: ReturnedPayment | undefined;
  readonly leave: LeaveChange;
};

/** How a change ended well: the session that it moved tickets to, where it is a single one. */
const movedTo = (cart: ChangeCart, before: ReadonlySet<string>): ChangeOutcome => {
  const sessions = cart.lines.flatMap(({ event_session_id }) =>
    event_session_id !== null && !before.has(event_session_id) ? event_session_id : [],
  );
  return sessions[0] ?? "done";
};

/** The parts of the confirmation: gift cards, the payment's fields and the terms, and how they are submitted. */
export const useConfirmForm = (
  { access, cart, returnedPayment, leave }: ConfirmOptions,
  /** The sessions of the order as it is now. */
  before: ReadonlySet<string>,
) => {
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const [isAwaitingBank, setAwaitingBank] = useState(returnedPayment !== undefined);
  const draft = useCheckoutDraft(cart.id, "change");
  const terms = useTerms(draft);
  const amount = fromDecimal(cart.payment_due_by_credit_card, cart.currency) ?? 0;
  const giftCards = useGiftCards(cart, { amount, isOwn: true, draft, canRestore: !isAwaitingBank });
  const payment = usePaymentForm(cart, giftCards.remaining, false);
  const isFree = amount === 0;

  const purchase = usePayForChange({
    access,
    cart_id: cart.id,
    onPaid: (kind) => leave(kind === "pending" ? "pending" : movedTo(cart, before), cart.id),
    onRefused: () => {
      void client.invalidateQueries({ queryKey: cartKey(cart.id) });
      void client.invalidateQueries({ queryKey: managedOrderKey(access) });
    },
  });
  const onProblem = (problem: CheckoutProblem): void => {
    setAwaitingBank(false);
    if (problem.kind === "expired" || problem.kind === "not_found") return leave("expired", cart.id);
    if (problem.kind === "message") payment.resumeReturned(undefined);
    if (problem.kind === "gift_card_short") giftCards.refreshBalances().catch(() => undefined);
    if (problem.kind !== "terms") return;
    terms.refuse();
    focusError();
  };
  const onPartial = (): void => giftCards.clear();
  const sentTerms = terms.accepted ? terms.sent() : {};
  const isReturning = useBankReturn({
    cart,
    isOwn: true,
    returnedPayment,
    purchase: {
      ...purchase,
      start: (sent, ...listeners) => purchase.start({ ...sent, terms: sentTerms }, ...listeners),
    },
    onProblem,
    onPartial,
  });

  const confirm = (): void =>
    purchase.start(
      {
        purchaser: undefined,
        terms: terms.terms && !isFree ? terms.sent() : {},
        submitFields: payment.submitFields,
        // A change that gift cards pay in full needs no card, and is not a free one either.
        offers: async () =>
          giftCards.remaining === 0 && giftCards.offers.length > 0
            ? giftCards.offers
            : [...giftCards.offers, ...(await payment.offer(knownPayer))],
        handleNextAction: payment.handleNextAction,
        isWallet: payment.wallet !== undefined,
      },
      onProblem,
      onPartial,
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (purchase.isBusy || giftCards.isRestoring || !payment.canPay || payment.needsAddress) return;
    purchase.clear();
    const isComplete = payment.check();
    if (isFree) return confirm();
    if (isComplete && terms.readsFirst) return terms.readBefore(confirm);
    const hasConsent = terms.check();
    if (isComplete && hasConsent) return confirm();
    if (!payment.wallet) payment.submitFields().catch(() => undefined);
    focusError();
  };
  return { form, terms, giftCards, payment, purchase, isFree, isReturning, submit };
};
export type ConfirmForm = Omit<ReturnType<typeof useConfirmForm>, "form">;
