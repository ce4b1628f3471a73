import { CompletePanel } from "../../features/orders/CompletePanel.tsx";
import { ordersStrings } from "../../features/orders/orders.strings.ts";
import { Screen as NotFound } from "../errors/NotFoundScreen.tsx";
import { NotFoundError, type ScreenContext } from "../screen.ts";

export function Screen() {
  return <CompletePanel notFound={<NotFound />} />;
}

/**
 * Without an order id the page does not exist. Whether the visitor may see the orders is only known later, in the browser.
 */
export const prepare = async ({ search }: ScreenContext): Promise<void> => {
  if (!search.get("orderIds")) throw new NotFoundError();
};

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["complete.title"] ?? ordersStrings["complete.title"],
});
