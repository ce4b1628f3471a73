import { AccountFrame } from "../../features/account/AccountFrame.tsx";
import { accountStrings } from "../../features/account/account.strings.ts";
import { MembershipPage } from "../../features/account/MembershipPage.tsx";
import { paths } from "../../shared/url/paths.ts";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <AccountFrame path={paths.myMembership()}>{() => <MembershipPage />}</AccountFrame>;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["account.my_membership"] ?? accountStrings["account.my_membership"],
});
