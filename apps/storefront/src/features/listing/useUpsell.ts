import { useEffect } from "react";
import { useLocation } from "wouter";
import { paths } from "../../shared/paths.ts";
import { useSaved } from "../../shared/saved.ts";
import { useSeller } from "../../shared/seller.tsx";
import { useCart } from "../cart/cart.queries.ts";

/**
 * Whether the listing is seen by someone who has something in the cart already, so that it offers more. Goes on to the
 * checkout where there is nothing more to offer, or where offers are to be skipped. `isEmpty`: nothing is on sale at all.
 */
export const useUpsell = (isEmpty: boolean): boolean => {
  const { cart } = useCart();
  const { web } = useSeller();
  const [{ skip_upsells }] = useSaved();
  const [, navigate] = useLocation();
  const isUpsell = (cart?.lines.length ?? 0) > 0;
  const goesOn = isUpsell && (isEmpty || skip_upsells || web.skip_upsells === true);
  useEffect(() => {
    if (goesOn) navigate(paths.checkout(), { replace: true });
  }, [goesOn, navigate]);
  return isUpsell;
};
