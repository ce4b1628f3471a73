import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import type { BlockSummary } from "@foyer/rules/checkout/blockSummary.ts";
import type { Minor } from "@foyer/rules/values/money.ts";
import { namedStep, useGoToStep } from "../../shared/form/formAction.ts";
import { useFocusFirstError } from "../../shared/form/problems/useFocusFirstError.ts";
import { goToCheckoutStep, missingDetails, missingStep, missingTerms, type MissingPart } from "./checkoutSteps.ts";
import type { CheckoutProblem } from "./payment/checkoutProblem.ts";
import type { ReturnedPayment } from "./payment/gateways.ts";
import type { WalletPayment } from "./payment/pageGateway.ts";
import type { ProviderRefusal } from "./payment/ProviderRefusal.ts";
import type { CartPurchase, PurchaseState } from "./payment/usePurchase.ts";
import type { PurchaserForm } from "./purchaser/usePurchaser.ts";
import { useCheckoutParts, type CheckoutParts } from "./useCheckoutParts.ts";

/** The source of the payment for the rest: the gateway's fields, the account's card, or the pressed wallet. */
type PaymentSource = "fields" | "saved_card" | "wallet";

/** Checks every part that the payment needs except the terms, so that all problems show at once. */
const checkDetails = ({ amount, purchaser, account, survey, payment }: CheckoutParts, means: PaymentSource): boolean =>
  [amount.check(), purchaser.check(), account.check(), survey.check(), means !== "fields" || payment.check()].every(
    Boolean,
  );

const hasProblems = ({ amount, purchaser, account, survey, payment, terms }: CheckoutParts): boolean =>
  amount.hasProblem ||
  purchaser.problems.length > 0 ||
  account.hasProblems ||
  survey.hasProblems ||
  payment.hasProblems ||
  terms.isMissing;

/** Passes a server refusal to the parts that it concerns. True if one of them shows it at a field. */
const showRefusal = (
  problem: CheckoutProblem,
  { purchaser, account, survey, payment, giftCards, terms }: CheckoutParts,
  returnedPayment: ReturnedPayment | undefined,
): boolean => {
  switch (problem.kind) {
    case "details_needed":
      payment.resumeReturned(returnedPayment);
      return false;
    case "message":
      payment.resumeReturned(undefined);
      return false;
    case "gift_card_short":
      // If the balances cannot be fetched, the known ones are kept.
      giftCards.refreshBalances().catch(() => undefined);
      return false;
    case "terms":
      return terms.refuse(problem.extra);
    case "answers":
      return survey.showRefusal(problem.extra, problem.text);
    case "fields": {
      const ofPurchaser = problem.fields.filter(({ field }) => field !== "password");
      const isShown = ofPurchaser.length > 0 && purchaser.showRefusal(ofPurchaser as PurchaserForm["problems"]);
      account.showRefusal(problem.fields);
      return isShown || ofPurchaser.length < problem.fields.length;
    }
    default:
      return false;
  }
};

/** The payments already made for a cart: the amount of the last one in minor units, and their number. */
export type PaidParts = { readonly amount: Minor; readonly count: number };

export type CheckoutFormOptions = {
  readonly cart: Cart;
  readonly isOwn: boolean;
  readonly purchase: CartPurchase;
  readonly returnedPayment: ReturnedPayment | undefined;
  readonly block: BlockSummary | undefined;
  /** Called when the buyer tries to pay for a blocked cart. */
  readonly onBlocked: () => void;
};

/** Whether a pressed wallet can still pay after a problem: a payment attempt uses up its token. */
const keepsWallet = ({ kind }: CheckoutProblem): boolean =>
  ["fields", "answers", "terms", "details_needed", "cancelled"].includes(kind);

/**
 * Submits once the discount for the postcode is applied, because a payment of any amount other than the one due is refused.
 * `sendOnceKnown`: also waits for the render that contains what was filled in meanwhile.
 */
const useSendWhenPriced = (
  { awaitsDiscount, isApplyingDiscount }: Pick<PurchaserForm, "awaitsDiscount" | "isApplyingDiscount">,
  send: (means: PaymentSource) => void,
) => {
  const [request, setRequest] = useState<{ readonly means: PaymentSource; readonly isDue: boolean }>();
  if (request && !request.isDue && !isApplyingDiscount) setRequest({ ...request, isDue: true });
  const sent = useRef(request);
  // Before the next frame, because errors have to be rendered before the focus moves to them.
  useLayoutEffect(() => {
    if (!request?.isDue || sent.current === request) return;
    sent.current = request;
    send(request.means);
  });
  const sendOnceKnown = (means: PaymentSource): void => setRequest({ means, isDue: false });
  return {
    sendOnceKnown,
    sendWhenPriced: (means: PaymentSource): void => (awaitsDiscount() ? sendOnceKnown(means) : send(means)),
  };
};

/** Calls `onAsked` once the form has a field that was missing when the server refused it. */
const useWhenAsked = (
  { lacksField, problems }: Pick<PurchaserForm, "lacksField" | "problems">,
  onAsked: () => void,
) => {
  const lacked = useRef(false);
  const isAsked = useEffectEvent(() => {
    if (lacked.current && !lacksField && problems.length > 0) onAsked();
    lacked.current = lacksField;
  });
  useEffect(() => isAsked(), [lacksField]);
};

type Outcome = {
  readonly purchase: PurchaseState;
  readonly handleProblem: (problem: CheckoutProblem) => void;
  readonly startNextPart: () => void;
};

/** The tenders that pay what is left after gift cards. */
const offersOfMeans = async (
  { payment, savedCard, wallet }: CheckoutParts,
  means: PaymentSource,
  payer: IdentityInput,
): Promise<readonly PaymentInput[]> => {
  if (means === "wallet") return wallet.offer();
  return means === "saved_card" && savedCard ? [savedCard.offer()] : payment.offer(payer);
};

/** Starts the purchase with the entered values. */
const startPurchase = (
  parts: CheckoutParts,
  means: PaymentSource,
  { purchase, handleProblem, startNextPart }: Outcome,
): void => {
  const { purchaser, account, survey, payment, giftCards, terms } = parts;
  const identity = purchaser.identity();
  purchase.start(
    {
      purchaser: { identity, ...terms.sent(), ...survey.sent() },
      openAccount: account.accountOpener(identity),
      submitFields: means === "fields" ? payment.submitFields : async () => undefined,
      // An order that gift cards pay in full needs no card, but is not free either.
      offers: async () =>
        giftCards.remaining === 0 && giftCards.offers.length > 0
          ? giftCards.offers
          : [...giftCards.offers, ...(await offersOfMeans(parts, means, identity))],
      handleNextAction: payment.handleNextAction,
      isWallet: means === "wallet" || (means === "fields" && payment.wallet !== undefined),
    },
    handleProblem,
    startNextPart,
  );
};

/** The next action of the bottom bar, and what pays. */
const nextAction = (
  parts: CheckoutParts,
  block: BlockSummary | undefined,
): { readonly isExpress: boolean; readonly means: PaymentSource; readonly missing: MissingPart | undefined } => {
  const isExpress = parts.savedCard !== undefined && block === undefined && missingDetails(parts) === undefined;
  const inFields = missingStep(parts);
  if (parts.wallet.name !== undefined)
    return { isExpress: false, means: "wallet", missing: missingDetails(parts) ?? missingTerms(parts.terms) };
  /** The saved card pays unless the fields of another one are filled in. */
  const means: PaymentSource = isExpress && inFields?.step === "payment" ? "saved_card" : "fields";
  return { isExpress, means, missing: means === "saved_card" ? missingTerms(parts.terms) : inFields };
};

/** Goes to the missing step. When pressed again for the same step, shows what is wrong there. */
const useGoToMissingStep = (
  parts: CheckoutParts,
  { missing, means }: Pick<ReturnType<typeof nextAction>, "missing" | "means">,
  { findForm, focusErrors }: { readonly findForm: () => Element | null; readonly focusErrors: () => void },
): ((event: FormEvent) => void) => {
  const goToStep = useGoToStep({ [missing?.step ?? ""]: () => missing && goToCheckoutStep(findForm(), missing) });
  return (event) => {
    if (goToStep(event)) return;
    checkDetails(parts, means);
    parts.terms.check();
    if (means === "fields" && !parts.payment.wallet) parts.payment.submitFields().catch(() => undefined);
    focusErrors();
  };
};

/** The parts of the checkout, and how they are submitted together. */
export const useCheckoutForm = ({ cart, isOwn, purchase, returnedPayment, block, onBlocked }: CheckoutFormOptions) => {
  const form = useRef<HTMLDivElement>(null);
  const [isAwaitingBank, setAwaitingBank] = useState(returnedPayment !== undefined);
  const parts = useCheckoutParts(cart, isOwn, isAwaitingBank);
  const { purchaser, payment, giftCards, terms, amount, wallet } = parts;
  const [paysBy, setPaysBy] = useState<PaymentSource>("fields");
  const [hasErrors, setErrors] = useState(false);
  const [paid, setPaid] = useState<PaidParts>({ amount: 0, count: 0 });
  const focusFirstError = useFocusFirstError(() => form.current);

  const focusErrors = (): void => {
    setErrors(true);
    focusFirstError();
  };
  useWhenAsked(purchaser, focusErrors);
  const handleProblem = (problem: CheckoutProblem): void => {
    setAwaitingBank(false);
    if (!keepsWallet(problem)) wallet.drop();
    if (showRefusal(problem, parts, returnedPayment)) focusErrors();
  };
  /** The same buyer continues with the rest, which is a separate payment. */
  const startNextPart = (): void => {
    setAwaitingBank(false);
    setPaid((before) => ({ amount: amount.amount, count: before.count + 1 }));
    setErrors(false);
    payment.clear();
    wallet.drop();
    giftCards.clear();
    terms.reset();
    amount.reset();
  };

  const next = nextAction(parts, block);
  /** A wallet has just been confirmed: missing values are shown without errors. */
  const isGuided = useRef(false);

  const buy = (means: PaymentSource): void => {
    setErrors(false);
    setPaysBy(means);
    startPurchase(parts, means, { purchase, handleProblem, startNextPart });
  };
  const send = (means: PaymentSource): void => {
    if (block) return onBlocked();
    if (purchase.isBusy || giftCards.isRestoring || (means !== "wallet" && !payment.canPay)) return;
    purchase.clear();
    const missing = means === "wallet" && isGuided.current ? next.missing : undefined;
    isGuided.current = false;
    if (missing) return goToCheckoutStep(form.current, missing);
    const isComplete = checkDetails(parts, means);
    if (isComplete && terms.readsFirst) return terms.readBefore(() => buy(means));
    const hasConsent = terms.check();
    if (isComplete && hasConsent) return buy(means);
    // Makes the provider's fields show their problems too; with a wallet this would open its sheet.
    if (means === "fields" && !payment.wallet) payment.submitFields().catch(() => undefined);
    focusErrors();
  };
  const { sendWhenPriced, sendOnceKnown } = useSendWhenPriced(purchaser, send);
  const goToMissingStep = useGoToMissingStep(parts, next, { findForm: () => form.current, focusErrors });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (namedStep(event) !== undefined) return goToMissingStep(event);
    // A wallet's sheet only opens during the press.
    if (next.means !== "wallet" && payment.wallet) send("fields");
    else sendWhenPriced(next.means === "wallet" ? "wallet" : "fields");
  };

  return {
    form,
    parts,
    paid,
    hasErrors: hasErrors && hasProblems(parts),
    ...next,
    submit,
    paySaved: () => sendWhenPriced("saved_card"),
    /** Whether the last payment attempt used a wallet at the top of the page. */
    isByWallet: paysBy === "wallet",
    payByWallet: (payment: WalletPayment): void => {
      purchaser.takeFromWallet(payment.owner);
      wallet.keep(payment);
      isGuided.current = true;
      sendOnceKnown("wallet");
    },
    refuseWallet: (refusal: ProviderRefusal): void => {
      setPaysBy("wallet");
      purchase.fail(refusal, handleProblem, true);
    },
    handleProblem,
    startNextPart,
  };
};
