import { AccountFrame } from "../features/account/AccountFrame.tsx";
import { accountStrings } from "../features/account/account.strings.ts";
import { UpcomingPage } from "../features/account/UpcomingPage.tsx";
import { paths } from "../shared/paths.ts";
import type { Place } from "./screen.ts";

export function Screen() {
  return <AccountFrame path={paths.myUpcoming()}>{() => <UpcomingPage />}</AccountFrame>;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["account.my_upcoming"] ?? accountStrings["account.my_upcoming"],
});
