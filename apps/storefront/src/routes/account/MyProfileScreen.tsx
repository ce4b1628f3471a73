import { AccountFrame } from "../../features/account/AccountFrame.tsx";
import { accountStrings } from "../../features/account/account.strings.ts";
import { ProfilePage } from "../../features/account/ProfilePage.tsx";
import { paths } from "../../shared/url/paths.ts";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <AccountFrame path={paths.myProfile()}>{(user) => <ProfilePage user={user} />}</AccountFrame>;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["account.my_profile"] ?? accountStrings["account.my_profile"],
});
