import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { useFormSelection, type FormSelection } from "../../../shared/form/formSelection.ts";
import { useIsStatic } from "../../../shared/hydration/staticPart.tsx";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { lazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { LoadedPart } from "../../../shared/loading/LoadedPart.tsx";
import { useBoot, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useCart } from "../../cart/cart.queries.ts";
import { cartStrings } from "../../cart/cart.strings.ts";
import { useCartPageState } from "../../cart/cartPageState.ts";
import { eventQuery } from "../queries/reserve.queries.ts";
import { selectEventForm } from "../event/selectEventForm.ts";
import { ChosenSection } from "./ChosenSection.tsx";
import { FirstSelection } from "./FirstSelection.tsx";
import css from "./OrderPanel.module.css";
import { useFirstSelection } from "./useFirstSelection.ts";

const lazyCartWidget = lazyComponent([], () => import("../../cart/widget/CartWidget.tsx"));

/** Beside the form on a desktop: what is already held, the current selection, and the next step. */
export function OrderPanel({ eventId }: { readonly eventId: string }) {
  const { slug, web } = useSeller();
  const { tg } = parseReserveQuery(useSearch());
  const { data } = useQuery(eventQuery({ slug, event_template_id: eventId, tg }));
  const { cart_id } = useCart();
  const { bookedOrderId } = useCartPageState();
  const published = useFormSelection();
  const isDeferred = useDeferredStart();
  const form = data && selectEventForm(data, { web, tg, isMember: false, hasAnchor: false });
  const first = useFirstSelection(data, form);
  const template = data?.event_template._data[0];
  const isLinked = !isDeferred && (form === "date_first" || form === "single");
  const cartText = useText(cartStrings);
  const isHeld = cart_id !== null || bookedOrderId !== null;
  const selection = published ?? (isLinked ? undefined : first);
  // A day can already be chosen, by the visit in the cart.
  const hasBegun = selection !== undefined && selection.lines.length > 0;
  const chosenSection = (shown: FormSelection) => (
    <ChosenSection selection={shown} event={template?.name} isPrimary={shown.lines.length > 0 || !isHeld} />
  );
  return (
    <div className={css.panel} data-order-panel="" data-static={useIsStatic()}>
      {isHeld && (
        <LoadedPart
          part={lazyCartWidget}
          placeholder={
            <PageSection heading={cartText("cart.held_title")} headingId="cart-title">
              <Skeleton count={3} />
            </PageSection>
          }
        >
          {(part) => <part.HeldCart isPrimary={!hasBegun} />}
        </LoadedPart>
      )}
      {selection && chosenSection(selection)}
      {!published && isLinked && data && template && (
        <FirstSelection event={data} template={template}>
          {chosenSection}
        </FirstSelection>
      )}
    </div>
  );
}

/** Whether the page began with deferred hydration, with nothing chosen. */
const useDeferredStart = (): boolean => {
  const { shown } = useBoot();
  const isHydrated = useHydrated();
  const [isDeferred] = useState(!isHydrated && shown.deferHydration === true);
  return isDeferred;
};
