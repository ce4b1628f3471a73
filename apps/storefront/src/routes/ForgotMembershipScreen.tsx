import { Forgot } from "../features/login/Forgot.tsx";
import { loginStrings } from "../features/login/login.strings.ts";
import type { Place } from "./screen.ts";
import { useForGuests } from "./useForGuests.ts";

export function Screen() {
  useForGuests();
  return <Forgot what="forgot_membership" />;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["forgot_membership.title"] ?? loginStrings["forgot_membership.title"],
});
