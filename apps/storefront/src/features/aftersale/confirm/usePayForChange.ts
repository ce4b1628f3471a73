import { useRef, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { checkoutStrings } from "../../checkout/checkout.strings.ts";
import {
  describeCheckoutProblem,
  isExpectedFailure,
  type CheckoutProblem,
} from "../../checkout/payment/checkoutProblem.ts";
import { purchaseCart, type PurchaseOutcome } from "../../checkout/payment/purchaseCart.ts";
import type { PurchaseState } from "../../checkout/payment/usePurchase.ts";
import { useSeenStarts } from "../../checkout/payment/useSeenStarts.ts";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import type { OrderAccess } from "../aftersale.queries.ts";
import { rememberChange } from "../../../shared/storage/changeReturn.ts";

export type ChangePayment = {
  readonly access: OrderAccess;
  readonly cart: Pick<Cart, "id" | "lines">;
  readonly onPaid: (outcome: Exclude<PurchaseOutcome["kind"], "bank" | "partial">) => void;
  /** The amount or the change itself may have changed meanwhile. */
  readonly onRefused: () => void;
};

/** Pays for a change and confirms it, like the purchase of a cart. A second press while it is running is ignored. */
export const usePayForChange = ({ access, cart, onPaid, onRefused }: ChangePayment): PurchaseState => {
  const cart_id = cart.id;
  const seenStarts = useSeenStarts(cart);
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const { slug, configuration } = useSeller();
  const isMember = useLoginStrength() === "full";
  // A logged-in buyer has already proved to be human.
  const captcha = isMember ? undefined : configuration.captcha;
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  const stop = (): void => {
    isRunning.current = false;
    setBusy(false);
  };
  const start: PurchaseState["start"] = (purchase, onProblem, onPartial) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setProblem(null);
    rememberChange(slug, { cart_id, ...access });
    purchaseCart({ ...purchase, cart_id, isOwn: true, isMember, captcha, starts: seenStarts.sent() })
      .then((outcome) => {
        if (outcome.kind === "bank") return window.location.assign(outcome.address);
        if (outcome.kind !== "partial") return onPaid(outcome.kind);
        stop();
        return onPartial();
      })
      .catch((error: unknown) => {
        seenStarts.learn(error);
        if (!isExpectedFailure(error)) reportError(error);
        const texts = { t, shared, hasGiftCards: configuration.ledger_id !== undefined };
        const found = describeCheckoutProblem(error, texts, purchase.isWallet);
        stop();
        setProblem(found);
        onProblem(found);
        onRefused();
      });
  };
  return { isBusy, problem, start, clear: () => setProblem(null) };
};
