import { useState, type ReactNode } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PaymentInput } from "@foyer/contract/shop/checkout.ts";
import type { IdentityInput } from "@foyer/contract/shop/identity.ts";
import { toDecimal, type Minor } from "@foyer/rules/values/money.ts";
import { isTestMode, resumeOffer, useGatewayForms, type ReturnedPayment } from "./gateways.ts";
import type { GatewayForm, PageGatewayId, Wallet } from "./pageGateway.ts";
import { paymentModeOf, type PaymentMode } from "./paymentMode.ts";

export type PaymentForm = {
  readonly mode: PaymentMode["kind"];
  readonly isTestMode: boolean;
  /** False while the provider's fields load. */
  readonly canPay: boolean;
  readonly fields: ReactNode;
  readonly wallet: Wallet | undefined;
  readonly needsAddress: boolean;
  readonly hasProblems: boolean;
  /** Everything is filled in. False while the provider's fields load. */
  readonly isComplete: boolean;
  /** The gateway that takes the rest; undefined if cards are not accepted. */
  readonly gateway: PageGatewayId | undefined;
  /** False once the bank has confirmed a payment. */
  readonly asksForDetails: boolean;
  readonly check: () => boolean;
  readonly submitFields: () => Promise<void>;
  /** The tenders for the rest. */
  readonly offer: (payer: IdentityInput) => Promise<readonly PaymentInput[]>;
  readonly handleNextAction: GatewayForm["handleNextAction"];
  /**
   * Continues a payment that the bank has confirmed. With undefined, that payment failed, and the payer is asked for a card
   * again.
   */
  readonly resumeReturned: (returned: ReturnedPayment | undefined) => void;
  /** Clears the entered details, because the next part is a separate payment. */
  readonly clear: () => void;
};

/** The payment of the rest after gift cards. Card details stay in memory. */
export const usePaymentForm = (
  cart: Pick<Cart, "currency" | "cart_fees">,
  remaining: Minor,
  isAutoRenewed: boolean,
): PaymentForm => {
  const [returned, setReturned] = useState<ReturnedPayment>();
  const needsDetails = returned === undefined;
  const [fee] = cart.cart_fees;
  const wanted = paymentModeOf(cart, remaining);
  const wantedGateway = wanted.kind === "gateway" ? wanted.gateway : undefined;
  const forms = useGatewayForms(wantedGateway, {
    needsDetails,
    fee,
    remaining,
    currency: cart.currency,
    isAutoRenewed,
  });
  const hasFailed = needsDetails && wantedGateway !== undefined && forms[wantedGateway].hasFailed;
  const gateway = hasFailed ? undefined : wantedGateway;
  const form = gateway && forms[gateway];
  /** The form that the payer fills in; undefined once the bank has confirmed a payment. */
  const openForm = needsDetails ? form : undefined;
  return {
    mode: hasFailed ? "unavailable" : wanted.kind,
    isTestMode: gateway !== undefined && isTestMode(gateway, fee),
    canPay: wanted.kind === "free" || (form !== undefined && (form.isReady || !needsDetails)),
    fields: form?.fields,
    wallet: openForm?.wallet,
    needsAddress: openForm?.needsAddress ?? false,
    hasProblems: Object.values(forms).some(({ hasProblems }) => hasProblems),
    isComplete: openForm === undefined ? wanted.kind === "free" || !needsDetails : openForm.isComplete,
    gateway,
    asksForDetails: needsDetails,
    // Checks every form, so that problems of forms that are no longer shown are cleared.
    check: () =>
      Object.values(forms)
        .map(({ check }) => check())
        .every(Boolean),
    submitFields: async () => openForm?.submit(),
    offer: async (payer) => {
      if (wanted.kind === "free") return [{ gateway_id: "free", amount: "0" }];
      if (returned) return [resumeOffer(returned, toDecimal(remaining, cart.currency))];
      return form ? [await form.offer(payer)] : [];
    },
    handleNextAction: form?.handleNextAction,
    resumeReturned: setReturned,
    clear: () => {
      setReturned(undefined);
      for (const { clear } of Object.values(forms)) clear();
    },
  };
};
