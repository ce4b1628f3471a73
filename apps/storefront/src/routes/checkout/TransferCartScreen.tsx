import { ordersStrings } from "../../features/orders/orders.strings.ts";
import { TransferCartPanel } from "../../features/orders/TransferCartPanel.tsx";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params }: ScreenProps) {
  return <TransferCartPanel cartId={params.cartId ?? ""} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["transfer.title"] ?? ordersStrings["transfer.title"],
});
