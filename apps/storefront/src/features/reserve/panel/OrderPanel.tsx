import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSearch } from "wouter";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { useFormSelection } from "../../../shared/form/formSelection.ts";
import { useIsStatic } from "../../../shared/hydration/staticPart.tsx";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useCart } from "../../cart/cart.queries.ts";
import { cartStrings } from "../../cart/cart.strings.ts";
import { useCartPageState } from "../../cart/cartPageState.ts";
import { eventQuery } from "../queries/reserve.queries.ts";
import { ChosenSection } from "./ChosenSection.tsx";
import css from "./OrderPanel.module.css";
import { useFirstSelection } from "./useFirstSelection.ts";

const HeldCart = lazy(() =>
  loadChunk(() => import("../../cart/widget/CartWidget.tsx")).then((module) => ({ default: module.HeldCart })),
);

/** Beside the form on a desktop: what is held already, what is chosen now, and the next step. */
export function OrderPanel({ eventId }: { readonly eventId: string }) {
  const { slug } = useSeller();
  const { tg } = parseReserveQuery(useSearch());
  const { data } = useQuery(eventQuery({ slug, event_template_id: eventId, tg }));
  const { cart_id } = useCart();
  const { bookedOrderId } = useCartPageState();
  const cartText = useText(cartStrings);
  const first = useFirstSelection(data, tg);
  const selection = useFormSelection() ?? first;
  const isHeld = cart_id !== null || bookedOrderId !== null;
  // A day may be chosen already, by the visit in the cart.
  const hasBegun = selection !== undefined && selection.lines.length > 0;
  return (
    <div className={css.panel} data-order-panel="" data-static={useIsStatic()}>
      {isHeld && (
        <Suspense
          fallback={
            <PageSection heading={cartText("cart.held_title")} headingId="cart-title">
              <Skeleton count={3} />
            </PageSection>
          }
        >
          <HeldCart isPrimary={!hasBegun} />
        </Suspense>
      )}
      {selection && (
        <ChosenSection
          selection={selection}
          event={data?.event_template._data[0]?.name}
          isPrimary={hasBegun || !isHeld}
        />
      )}
    </div>
  );
}
