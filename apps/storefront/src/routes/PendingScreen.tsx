import { ordersStrings } from "../features/orders/orders.strings.ts";
import { PendingPanel } from "../features/orders/PendingPanel.tsx";
import { Screen as NotFound } from "./NotFoundScreen.tsx";
import type { Place, ScreenProps } from "./screen.ts";

export function Screen({ params }: ScreenProps) {
  return <PendingPanel cartId={params.cartId ?? ""} notFound={<NotFound />} />;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["pending.title"] ?? ordersStrings["pending.title"],
});
