import { ordersStrings } from "../../features/orders/orders.strings.ts";
import { PendingPanel } from "../../features/orders/PendingPanel.tsx";
import { Screen as NotFound } from "../errors/NotFoundScreen.tsx";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params }: ScreenProps) {
  return <PendingPanel cartId={params.cartId ?? ""} notFound={<NotFound />} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["pending.title"] ?? ordersStrings["pending.title"],
});
