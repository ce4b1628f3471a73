import { ResendOrders } from "../features/account/ResendOrders.tsx";
import { resendStrings } from "../features/account/resend.strings.ts";
import type { Place } from "./screen.ts";

export function Screen() {
  return <ResendOrders />;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["resend.title"] ?? resendStrings["resend.title"],
});
