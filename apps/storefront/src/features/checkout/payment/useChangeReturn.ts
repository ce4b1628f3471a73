import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { readChange, type ChangeReturn } from "../../../shared/storage/changeReturn.ts";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { paths } from "../../../shared/url/paths.ts";
import type { CheckoutCart } from "../checkout.queries.ts";
import type { ReturnedPayment } from "./gateways.ts";

/** The page that confirms a change of an order, with the payment whose payer has returned from the bank. */
const confirmPath = (
  { ticket_order_id, token }: Pick<ChangeReturn, "ticket_order_id" | "token">,
  returned: ReturnedPayment | undefined,
): string => {
  const query = new URLSearchParams({
    ...(token !== undefined && { token }),
    ...(returned && { payment_intent_client_secret: returned.reference }),
    ...(returned?.purchaser !== undefined && { purchaser: returned.purchaser }),
  });
  return `${paths.manage(ticket_order_id)}/confirm${query.size > 0 ? `?${query}` : ""}`;
};

/** Redirects a change of an order, which is not paid for at the checkout, to its own page. True while redirecting. */
export const useChangeReturn = (
  cart_id: string | undefined,
  found: CheckoutCart,
  returned: ReturnedPayment | undefined,
): boolean => {
  const { slug } = useSeller();
  const [, navigate] = useLocation();
  const [remembered] = useState(() => (typeof window === "undefined" ? undefined : readChange(slug)));
  // The page is rendered on the server, which does not know the kept change.
  const kept = useHydrated() ? remembered : undefined;
  const change = found.kind === "ready" ? found.cart.change : null;
  const order =
    kept !== undefined && kept.cart_id === cart_id ? kept : change ? { ...change, token: undefined } : undefined;
  const path = order && confirmPath(order, returned);
  useEffect(() => {
    if (path !== undefined) navigate(path, { replace: true });
  }, [path, navigate]);
  return path !== undefined;
};
