import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { paths } from "../../shared/url/paths.ts";
import { useSaved } from "../../shared/storage/saved.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { useCart } from "../cart/cart.queries.ts";
import { useLoginStrength } from "../login/session/loginStrength.ts";
import { listingQuery } from "./listing.queries.ts";
import { isFiltered, type ListingFilters } from "./listingFilters.ts";
import { upsellQuery } from "./upsell/upsell.queries.ts";

/** Categories of a collection. A collection is shown in full, whatever is in the cart. */
export type CollectionCategories = readonly string[] | undefined;

/**
 * The events of a listing. With a cart, matching events are offered; if there are none, or offers are skipped, the visitor
 * goes to the checkout.
 */
export const useListing = (filters: ListingFilters, categories: CollectionCategories) => {
  const { cart, cart_id, isLoading: isCartLoading } = useCart();
  const isHydrated = useHydrated();
  const [isGeneral, setGeneral] = useState(false);
  const { web, configuration } = useSeller();
  const [{ skip_upsells }] = useSaved();
  const [, navigate] = useLocation();
  const asMember = useLoginStrength() !== "none";
  const isComplete = categories !== undefined || filters.all !== undefined;
  const upsellCart = !isGeneral && !isComplete && cart && cart.lines.length > 0 ? cart : undefined;
  const { data, error, isPlaceholderData } = useQuery({
    ...(upsellCart
      ? upsellQuery(filters, upsellCart, { configuration, web })
      : listingQuery(filters, categories, asMember)),
    placeholderData: keepPreviousData,
  });

  const isEmpty = data?.event_template._data.length === 0 && !isPlaceholderData && !isFiltered(filters);
  const skipsToCheckout = upsellCart !== undefined && (isEmpty || skip_upsells || web.skip_upsells === true);
  useEffect(() => {
    if (skipsToCheckout) navigate(paths.checkout(), { replace: true });
  }, [skipsToCheckout, navigate]);
  const isSettled = isHydrated && !isCartLoading && (upsellCart === undefined || !isPlaceholderData);
  // The general listing stays once shown: a cart that is filled later in another tab only has an effect at the next visit.
  if (isSettled && cart_id === null && !isGeneral) setGeneral(true);
  return {
    data,
    error,
    // The title changes together with the events below it.
    isUpsell: upsellCart !== undefined && data?.isUpsell === true,
    /** It is known which events are shown. */
    isSettled,
  };
};
