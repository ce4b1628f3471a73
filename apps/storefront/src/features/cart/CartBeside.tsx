import { lazy, Suspense, type ReactNode } from "react";
import { Section } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { loadChunk } from "../../shared/loadChunk.ts";
import { useText } from "../../shared/seller.tsx";
import { useCart } from "./cart.queries.ts";
import { cartStrings } from "./cart.strings.ts";
import { useStanding } from "./standing.ts";

const CartWidget = lazy(() =>
  loadChunk(() => import("./CartWidget.tsx")).then((module) => ({ default: module.CartWidget })),
);

/** The cart beside a page. Who has none yet is told so; the receipt loads with the first thing in it. */
export function CartBeside() {
  const { cart_id } = useCart();
  const { booked } = useStanding();
  const t = useText(cartStrings);
  const framed = (content: ReactNode) => (
    <Section heading={t("cart.title")} headingId="cart-title">
      {content}
    </Section>
  );
  if (cart_id === null && booked === null) return framed(<p>{t("cart.empty")}</p>);
  return (
    <Suspense fallback={framed(<Skeleton count={3} />)}>
      <CartWidget layout="aside" />
    </Suspense>
  );
}
