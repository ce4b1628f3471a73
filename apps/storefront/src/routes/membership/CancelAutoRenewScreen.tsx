import { cancelAutoRenewStrings } from "../../features/membership/renew/cancelAutoRenew.strings.ts";
import { CancelAutoRenew } from "../../features/membership/renew/CancelAutoRenew.tsx";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params }: ScreenProps) {
  return <CancelAutoRenew ticketOrderId={params.ticketOrderId ?? ""} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["auto_renew.title"] ?? cancelAutoRenewStrings["auto_renew.title"],
});
