import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { addOnIds } from "@foyer/rules/upsell/upsell.ts";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useCart } from "../../cart/cart.queries.ts";
import css from "./AddOns.module.css";
import { AddOnsForm } from "./AddOnsForm.tsx";
import { addOnsQuery, type AddOnOffer } from "./addOns.queries.ts";
import { addOnsStrings } from "./addOns.strings.ts";

/** All add-ons of the chain on one page. Without a visit it redirects to the events, without add-ons to the checkout. */
export function AddOnsPage() {
  const t = useText(addOnsStrings);
  const seller = useSeller();
  const client = useQueryClient();
  const isHydrated = useHydrated();
  const [, navigate] = useLocation();
  const { cart, isLoading } = useCart();
  const ids = cart ? addOnIds(seller.configuration.upsells, cart) : [];
  const { data, isError } = useQuery({
    ...addOnsQuery(client, seller, cart ?? noCart),
    enabled: ids.length > 0,
    // Events that were added leave the page at once, and the rest stays.
    placeholderData: (before: readonly AddOnOffer[] | undefined) => before,
  });
  const offers = ids.length === 0 ? [] : data?.filter(({ event }) => ids.includes(event.id));
  // Once cards have been shown, the page stays, and says what was not available.
  const [wasShown, setWasShown] = useState(false);
  if (!wasShown && offers && offers.length > 0) setWasShown(true);
  const isEmpty = cart !== undefined && !wasShown && (isError || offers?.length === 0);
  const target = !isHydrated || isLoading ? undefined : !cart ? paths.events() : isEmpty ? paths.checkout() : undefined;
  useEffect(() => {
    if (target !== undefined) navigate(target, { replace: true });
  }, [target, navigate]);
  useRememberChain();

  return (
    <Page>
      {cart && offers && wasShown ? (
        <AddOnsForm key={cart.id} cart={cart} offers={offers} />
      ) : (
        <div className={css.page}>
          <Skeleton shape="title" />
          <VisuallyHidden>{t("add_ons.loading")}</VisuallyHidden>
          <div className={css.cards}>
            <Skeleton shape="image" count={2} />
          </div>
        </div>
      )}
    </Page>
  );
}

/** Saves the chain, so that its events' pages know that they belong to the visit, and return here. */
const useRememberChain = (): void => {
  const chain = useSeller().configuration.upsells?.chain;
  const [{ upsell_chain }, change] = useSaved();
  const isKnown = chain === undefined || chain.every((id) => upsell_chain.includes(id));
  useEffect(() => {
    if (!isKnown) change({ upsell_chain: chain });
  }, [isKnown, chain, change]);
};

/** For the key of a disabled query. */
const noCart = { anchor: null, visit_window: null, lines: [] as Cart["lines"] } as Cart;
