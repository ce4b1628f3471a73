import { AccountFrame } from "../../features/account/AccountFrame.tsx";
import { accountStrings } from "../../features/account/account.strings.ts";
import { OrdersPage } from "../../features/account/orders/OrdersPage.tsx";
import { paths } from "../../shared/url/paths.ts";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <AccountFrame path={paths.myOrders()}>{() => <OrdersPage />}</AccountFrame>;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["account.my_orders"] ?? accountStrings["account.my_orders"],
});
