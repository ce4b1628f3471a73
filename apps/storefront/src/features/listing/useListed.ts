import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { paths } from "../../shared/paths.ts";
import { useSaved } from "../../shared/saved.ts";
import { useSeller } from "../../shared/seller.tsx";
import { useCart } from "../cart/cart.queries.ts";
import { useStrength } from "../login/loggedIn.ts";
import { listingQuery } from "./listing.queries.ts";
import type { ListingFilters } from "./listingFilters.ts";
import { upsellQuery } from "./upsell.queries.ts";

/** Categories of a collection: it shows what it gathers, whatever is in the cart. */
export type Gathered = readonly string[] | undefined;

/**
 * The events of a listing. Who has something in the cart already is offered more of what goes with it, and goes on to
 * the checkout where nothing does, or where offers are to be skipped.
 */
export const useListed = (filters: ListingFilters, gathered: Gathered) => {
  const { cart } = useCart();
  const { web, configuration } = useSeller();
  const [{ skip_upsells }] = useSaved();
  const [, navigate] = useLocation();
  const asMember = useStrength() !== "none";
  const upsold = gathered === undefined && cart && cart.lines.length > 0 ? cart : undefined;
  const { data, error, isPlaceholderData } = useQuery({
    ...(upsold ? upsellQuery(filters, upsold, configuration.upsells) : listingQuery(filters, gathered, asMember)),
    placeholderData: keepPreviousData,
  });

  const isEmpty = data?.event_template._data.length === 0 && !isPlaceholderData && Object.keys(filters).length === 0;
  const goesOn = upsold !== undefined && (isEmpty || skip_upsells || web.skip_upsells === true);
  useEffect(() => {
    if (goesOn) navigate(paths.checkout(), { replace: true });
  }, [goesOn, navigate]);
  // The title changes with what stands beneath it, not before.
  return { data, error, isUpsell: upsold !== undefined && data?.offered === true };
};
