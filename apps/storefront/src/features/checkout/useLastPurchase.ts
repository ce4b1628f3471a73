import { useEffect } from "react";
import { useLocation } from "wouter";
import { useSeller } from "../../shared/seller/seller.tsx";
import { forgetPurchase, readPurchase, type LastPurchase } from "../../shared/storage/lastPurchase.ts";
import { paths } from "../../shared/url/paths.ts";
import type { CheckoutCart } from "./checkout.queries.ts";

const pathOf = (purchase: LastPurchase): string =>
  "order_ids" in purchase ? paths.complete(purchase.order_ids) : paths.pending(purchase.pending_cart_id);

/**
 * Redirects a visitor who goes back to the checkout after a purchase to their order or pending payment. True while
 * redirecting.
 */
export const useLastPurchase = (found: CheckoutCart, isAddressed: boolean): boolean => {
  const { slug } = useSeller();
  const [, navigate] = useLocation();
  // Only the browser knows the cart, and so the last purchase.
  const purchase = found.kind === "none" && !isAddressed ? readPurchase(slug) : undefined;
  const path = purchase && pathOf(purchase);
  const isFilled = found.kind === "ready";
  useEffect(() => {
    if (isFilled) forgetPurchase(slug);
    if (path !== undefined) navigate(path, { replace: true });
  }, [isFilled, path, navigate, slug]);
  return path !== undefined;
};
