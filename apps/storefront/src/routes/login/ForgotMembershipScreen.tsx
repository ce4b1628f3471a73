import { ForgotPage } from "../../features/login/email/ForgotPage.tsx";
import { loginStrings } from "../../features/login/login.strings.ts";
import type { ScreenContext } from "../screen.ts";
import { useGuestOnly } from "./useGuestOnly.ts";

export function Screen() {
  useGuestOnly();
  return <ForgotPage kind="forgot_membership" />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["forgot_membership.title"] ?? loginStrings["forgot_membership.title"],
});
