import { AccountFrame } from "../../features/account/AccountFrame.tsx";
import { orderTitle } from "../../features/account/accountTitle.ts";
import { OrderPage } from "../../features/account/orders/OrderPage.tsx";
import { paths } from "../../shared/url/paths.ts";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params: { id = "" } }: ScreenProps) {
  return <AccountFrame path={paths.myOrder(id)}>{() => <OrderPage id={id} />}</AccountFrame>;
}

export const head = ({ boot, client, params: { id = "" } }: ScreenContext) => ({
  title: orderTitle(client, { seller: boot.seller, id }),
});
