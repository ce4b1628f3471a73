import { useEffect } from "react";
import { useLocation } from "wouter";
import { useSeller } from "../../shared/seller/seller.tsx";
import { forgetBoughtOrders, readBoughtOrders } from "../../shared/storage/boughtOrders.ts";
import { paths } from "../../shared/url/paths.ts";
import type { CheckoutCart } from "./checkout.queries.ts";

/** Whoever goes back to the checkout after a purchase is led to what they bought. True while it does. */
export const useBoughtOrders = (found: CheckoutCart, isAddressed: boolean): boolean => {
  const { slug } = useSeller();
  const [, navigate] = useLocation();
  // The cart is known only in the browser, and so is this.
  const bought = found.kind === "none" && !isAddressed ? readBoughtOrders(slug) : [];
  const path = bought.length > 0 ? paths.complete(bought) : undefined;
  const isFilled = found.kind === "ready";
  useEffect(() => {
    if (isFilled) forgetBoughtOrders(slug);
    if (path !== undefined) navigate(path, { replace: true });
  }, [isFilled, path, navigate, slug]);
  return path !== undefined;
};
