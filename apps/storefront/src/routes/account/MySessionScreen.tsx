import { AccountFrame } from "../../features/account/AccountFrame.tsx";
import { accountStrings } from "../../features/account/account.strings.ts";
import { SessionPage } from "../../features/account/orders/SessionPage.tsx";
import { paths } from "../../shared/url/paths.ts";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params: { id = "" } }: ScreenProps) {
  return <AccountFrame path={paths.mySession(id)}>{() => <SessionPage id={id} />}</AccountFrame>;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["account.my_upcoming"] ?? accountStrings["account.my_upcoming"],
});
