import { AccountFrame } from "../../features/account/AccountFrame.tsx";
import { accountStrings } from "../../features/account/account.strings.ts";
import { OrderPage } from "../../features/account/orders/OrderPage.tsx";
import { paths } from "../../shared/url/paths.ts";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params: { id = "" } }: ScreenProps) {
  return <AccountFrame path={paths.myOrder(id)}>{() => <OrderPage id={id} />}</AccountFrame>;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["account.my_orders"] ?? accountStrings["account.my_orders"],
});
