import { lazy, Suspense, type ReactNode } from "react";
import { PageSection } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { useCart } from "../cart.queries.ts";
import { cartStrings } from "../cart.strings.ts";
import { useCartPageState } from "../cartPageState.ts";

const CartWidget = lazy(() =>
  loadChunk(() => import("./CartWidget.tsx")).then((module) => ({ default: module.CartWidget })),
);

/** The cart beside a page. Its contents load once there is a cart. */
export function CartAside() {
  const { cart_id } = useCart();
  const { bookedOrderId } = useCartPageState();
  const t = useText(cartStrings);
  const inSection = (content: ReactNode) => (
    <PageSection heading={t("cart.title")} headingId="cart-title">
      {content}
    </PageSection>
  );
  if (cart_id === null && bookedOrderId === null) return inSection(<p>{t("cart.empty")}</p>);
  return (
    <Suspense fallback={inSection(<Skeleton count={3} />)}>
      <CartWidget layout="aside" />
    </Suspense>
  );
}
