import { CompletePanel } from "../../features/orders/CompletePanel.tsx";
import { ordersStrings } from "../../features/orders/orders.strings.ts";
import { Screen as NotFound } from "../errors/NotFoundScreen.tsx";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <CompletePanel notFound={<NotFound />} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["complete.title"] ?? ordersStrings["complete.title"],
});
