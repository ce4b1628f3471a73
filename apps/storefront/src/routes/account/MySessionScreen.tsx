import { AccountFrame } from "../../features/account/AccountFrame.tsx";
import { sessionTitle } from "../../features/account/accountTitle.ts";
import { SessionPage } from "../../features/account/orders/SessionPage.tsx";
import { paths } from "../../shared/url/paths.ts";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params: { id = "" } }: ScreenProps) {
  return <AccountFrame path={paths.mySession(id)}>{() => <SessionPage id={id} />}</AccountFrame>;
}

export const head = ({ boot, client, params: { id = "" } }: ScreenContext) => ({
  title: sessionTitle(client, { seller: boot.seller, id }),
});
