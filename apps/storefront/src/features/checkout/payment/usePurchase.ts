import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { paths } from "../../../shared/url/paths.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { forgetCheckoutDraft } from "../../../shared/storage/checkoutDraft.ts";
import { rememberPurchase } from "../../../shared/storage/lastPurchase.ts";
import { rememberNewOrders } from "../../../shared/storage/newOrders.ts";
import { saveUsualTickets } from "../../../shared/storage/usualTickets.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { noSavedCart } from "../../cart/cart.queries.ts";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { savedMethodsQuery } from "../../login/session/member.queries.ts";
import { updateCartPageState } from "../../cart/cartPageState.ts";
import { purchaseCart, type PurchaseOutcome, type Purchase } from "./purchaseCart.ts";
import { checkoutStrings } from "../checkout.strings.ts";
import { rememberConfirmationEmail } from "../confirmationEmail.ts";
import { useSeenStarts } from "./useSeenStarts.ts";
import { describeCheckoutProblem, hasLostCard, isExpectedFailure, type CheckoutProblem } from "./checkoutProblem.ts";

export type PurchaseState = {
  readonly isBusy: boolean;
  readonly problem: CheckoutProblem | null;
  readonly start: (
    purchase: Omit<Purchase, "cart_id" | "isOwn">,
    onProblem: (problem: CheckoutProblem) => void,
    /** Called after a partial payment; the cart stays open for the rest. */
    onPartial: () => void,
  ) => void;
  readonly clear: () => void;
};

export type CartPurchase = PurchaseState & {
  /** Shows an error that occurred before the purchase started. */
  readonly fail: (error: unknown, onProblem: (problem: CheckoutProblem) => void, isWallet: boolean) => void;
};

/** Saves the tickets, so that the next visit begins with them. Memberships, gifts and add-ons are not saved. */
const rememberVisits = (slug: string, lines: Cart["lines"]): void => {
  for (const { event_template_id, event_session_id, needs_anchor, types } of lines)
    if (event_session_id !== null && !needs_anchor) saveUsualTickets(slug, event_template_id, types);
};

/** Buys the contents of a cart. A second press while a purchase is running is ignored. */
export const usePurchase = (cart: Pick<Cart, "id" | "giftee" | "lines">, isOwn: boolean): CartPurchase => {
  const client = useQueryClient();
  const [saved, change] = useSaved();
  const [, navigate] = useLocation();
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const { slug, configuration } = useSeller();
  const { captcha: guestCaptcha, ledger_id } = configuration;
  const isMember = useLoginStrength() === "full";
  // A logged-in buyer has already proved to be human.
  const captcha = isMember ? undefined : guestCaptcha;
  const seenStarts = useSeenStarts(cart);
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  const cart_id = cart.id;

  // The cart's timer resumes when the buyer leaves this page, or below when the purchase fails.
  useEffect(() => () => updateCartPageState({ payingCartId: null }), []);

  const stop = (): void => {
    isRunning.current = false;
    setBusy(false);
    updateCartPageState({ payingCartId: null });
  };
  // The back button may restore this page as it was left: busy with a payment that continued elsewhere.
  const onReturn = useEffectEvent(({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    stop();
    void client.invalidateQueries({ queryKey: ["cart"] });
  });
  useEffect(() => {
    window.addEventListener("pageshow", onReturn);
    return () => window.removeEventListener("pageshow", onReturn);
  }, []);

  const proceed = (outcome: PurchaseOutcome, onPartial: () => void): void => {
    if (outcome.kind === "bank") return window.location.assign(outcome.address);
    if (outcome.kind === "partial") {
      stop();
      onPartial();
      void client.invalidateQueries({ queryKey: ["cart"] });
      return;
    }
    if (saved.cart_id === cart_id) change(noSavedCart);
    forgetCheckoutDraft(slug);
    rememberVisits(slug, cart.lines);
    if (isOwn)
      rememberPurchase(
        slug,
        outcome.kind === "pending" ? { pending_cart_id: cart_id } : { order_ids: outcome.order_ids },
      );
    if (outcome.kind === "completed") rememberNewOrders(slug, outcome.order_ids);
    navigate(outcome.kind === "pending" ? paths.pending(cart_id) : paths.complete(outcome.order_ids, outcome.token), {
      replace: true,
    });
  };

  const fail = (error: unknown, onProblem: (problem: CheckoutProblem) => void, isWallet = false): void => {
    if (!isExpectedFailure(error)) reportError(error);
    const found = describeCheckoutProblem(error, { t, shared, hasGiftCards: ledger_id !== undefined }, isWallet);
    setProblem(found);
    onProblem(found);
    if (found.kind === "expired") updateCartPageState({ expiredCartId: cart_id });
    // Stored before the session is checked, which may navigate away from here.
    if (found.kind === "not_found" && isOwn) updateCartPageState({ lostCart: { id: cart_id, isOfMember: isMember } });
    if (found.kind === "expired") forgetCheckoutDraft(slug);
    const isGone = found.kind === "expired" || (found.kind === "not_found" && isOwn);
    if (isGone && saved.cart_id === cart_id) change(noSavedCart);
    void client.invalidateQueries({ queryKey: ["cart"] });
    if (hasLostCard(error)) void client.invalidateQueries({ queryKey: savedMethodsQuery.queryKey });
    if (found.kind === "fields") void client.invalidateQueries({ queryKey: ["cart_forms"] });
  };

  const start: PurchaseState["start"] = (purchase, onProblem, onPartial) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    updateCartPageState({ payingCartId: cart_id });
    const starts = seenStarts.sent();
    purchaseCart({ ...purchase, cart_id, isOwn, isMember, giftee_id: cart.giftee?.id, captcha, starts })
      .then((outcome) => {
        rememberConfirmationEmail(purchase.purchaser?.identity.email);
        proceed(outcome, onPartial);
      })
      .catch((error: unknown) => {
        stop();
        seenStarts.learn(error);
        fail(error, onProblem, purchase.isWallet);
      });
  };

  return { isBusy, problem, start, fail, clear: useCallback(() => setProblem(null), []) };
};
