import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { fromDecimal } from "@foyer/rules/values/money.ts";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
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
import type { PurchaseState } from "../../checkout/payment/usePurchase.ts";
import { usePayForChange } from "./usePayForChange.ts";

/** The payer of a change is the order's buyer, whose details the server has. */
const knownPayer = { first_name: "", last_name: "", email: "" };

export type ConfirmOptions = {
  readonly access: OrderAccess;
  readonly cart: ChangeCart;
  readonly returnedPayment: ReturnedPayment | undefined;
  readonly leave: LeaveChange;
};

/** The session to which a change moves tickets; undefined if there is no new one. */
export const newSession = (cart: ChangeCart, before: ReadonlySet<string>): string | undefined =>
  cart.lines.flatMap(({ event_session_id }) =>
    event_session_id !== null && !before.has(event_session_id) ? event_session_id : [],
  )[0];

/** The outcome of a successful change: the session to which it moved tickets. */
const movedTo = (cart: ChangeCart, before: ReadonlySet<string>): ChangeOutcome => newSession(cart, before) ?? "done";

/** The parts of the confirmation: gift cards, the payment's fields and the terms, and how they are submitted. */
export const useConfirmForm = (
  options: ConfirmOptions,
  /** The current sessions of the order. */
  before: ReadonlySet<string>,
) => {
  const { cart, returnedPayment } = options;
  const form = useRef<HTMLFormElement>(null);
  const focusError = useFocusFirstError(() => form.current);
  const [isAwaitingBank, setAwaitingBank] = useState(returnedPayment !== undefined);
  const draft = useCheckoutDraft(cart.id, "change");
  const terms = useTerms(draft);
  const amount = fromDecimal(cart.payment_due_by_credit_card, cart.currency) ?? 0;
  const giftCards = useGiftCards(cart, { amount, isOwn: true, draft, canRestore: !isAwaitingBank });
  const payment = usePaymentForm(cart, giftCards.remaining, false);
  const isFree = amount === 0;
  const purchase = useChangePurchase(options, before);
  const parts = { terms, giftCards, payment, purchase, isFree, focusError };
  const listeners: PurchaseListeners = [
    (problem) => {
      setAwaitingBank(false);
      handleProblem(problem, parts, () => options.leave("expired", cart.id));
    },
    () => giftCards.clear(),
  ];
  const sentTerms = terms.accepted ? terms.sent() : {};
  const isReturning = useBankReturn({
    cart,
    isOwn: true,
    returnedPayment,
    purchase: {
      ...purchase,
      start: (sent, ...listening) => purchase.start({ ...sent, terms: sentTerms }, ...listening),
    },
    onProblem: listeners[0],
    onPartial: listeners[1],
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    submitChange(parts, listeners);
  };
  return { form, terms, giftCards, payment, purchase, isFree, isReturning, submit };
};
export type ConfirmForm = Omit<ReturnType<typeof useConfirmForm>, "form">;

type ConfirmParts = {
  readonly terms: ReturnType<typeof useTerms>;
  readonly giftCards: ReturnType<typeof useGiftCards>;
  readonly payment: ReturnType<typeof usePaymentForm>;
  readonly purchase: PurchaseState;
  readonly isFree: boolean;
  readonly focusError: () => void;
};
type PurchaseListeners = readonly [onProblem: (problem: CheckoutProblem) => void, onPartial: () => void];

/** Pays, and leaves with the outcome. After a refusal, fetches the order and its change again. */
const useChangePurchase = ({ access, cart, leave }: ConfirmOptions, before: ReadonlySet<string>): PurchaseState => {
  const client = useQueryClient();
  return usePayForChange({
    access,
    cart,
    onPaid: (kind) => leave(kind === "pending" ? "pending" : movedTo(cart, before), cart.id),
    onRefused: () => {
      void client.invalidateQueries({ queryKey: cartKey(cart.id) });
      void client.invalidateQueries({ queryKey: managedOrderKey(access) });
    },
  });
};

const handleProblem = (
  problem: CheckoutProblem,
  { payment, giftCards, terms, focusError }: ConfirmParts,
  onExpired: () => void,
): void => {
  if (problem.kind === "expired" || problem.kind === "not_found") return onExpired();
  if (problem.kind === "message") payment.resumeReturned(undefined);
  if (problem.kind === "gift_card_short") giftCards.refreshBalances().catch(() => undefined);
  if (problem.kind === "terms" && terms.refuse(problem.extra)) focusError();
};

const confirmChange = (
  { purchase, terms, payment, giftCards, isFree }: ConfirmParts,
  listeners: PurchaseListeners,
): void =>
  purchase.start(
    {
      purchaser: undefined,
      terms: terms.terms && !isFree ? terms.sent() : {},
      submitFields: payment.submitFields,
      // A change that gift cards pay in full needs no card, but is not free either.
      offers: async () =>
        giftCards.remaining === 0 && giftCards.offers.length > 0
          ? giftCards.offers
          : [...giftCards.offers, ...(await payment.offer(knownPayer))],
      handleNextAction: payment.handleNextAction,
      isWallet: payment.wallet !== undefined,
    },
    ...listeners,
  );

/** Confirms once the payment's fields and the terms are complete, or shows what is missing. */
const submitChange = (parts: ConfirmParts, listeners: PurchaseListeners): void => {
  const { purchase, giftCards, payment, terms, isFree, focusError } = parts;
  const confirm = (): void => confirmChange(parts, listeners);
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
