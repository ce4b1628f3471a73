import { ResendOrdersPage } from "../../features/account/resend/ResendOrdersPage.tsx";
import { resendStrings } from "../../features/account/resend/resend.strings.ts";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <ResendOrdersPage />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["resend.title"] ?? resendStrings["resend.title"],
});
