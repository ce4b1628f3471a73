import { AccountFrame } from "../../features/account/AccountFrame.tsx";
import { accountStrings } from "../../features/account/account.strings.ts";
import { UpcomingPage } from "../../features/account/orders/UpcomingPage.tsx";
import { paths } from "../../shared/url/paths.ts";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <AccountFrame path={paths.myUpcoming()}>{() => <UpcomingPage />}</AccountFrame>;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["account.my_upcoming"] ?? accountStrings["account.my_upcoming"],
});
