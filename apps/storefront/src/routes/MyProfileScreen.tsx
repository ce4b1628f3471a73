import { AccountFrame } from "../features/account/AccountFrame.tsx";
import { accountStrings } from "../features/account/account.strings.ts";
import { ProfilePage } from "../features/account/ProfilePage.tsx";
import { paths } from "../shared/paths.ts";
import type { Place } from "./screen.ts";

export function Screen() {
  return <AccountFrame path={paths.myProfile()}>{(user) => <ProfilePage user={user} />}</AccountFrame>;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["account.my_profile"] ?? accountStrings["account.my_profile"],
});
