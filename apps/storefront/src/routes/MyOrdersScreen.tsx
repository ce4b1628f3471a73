import { AccountFrame } from "../features/account/AccountFrame.tsx";
import { accountStrings } from "../features/account/account.strings.ts";
import { OrdersPage } from "../features/account/OrdersPage.tsx";
import { paths } from "../shared/paths.ts";
import type { Place } from "./screen.ts";

export function Screen() {
  return <AccountFrame path={paths.myOrders()}>{() => <OrdersPage />}</AccountFrame>;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["account.my_orders"] ?? accountStrings["account.my_orders"],
});
