import { autoRenewStrings } from "../features/membership/autoRenew.strings.ts";
import { CancelAutoRenew } from "../features/membership/CancelAutoRenew.tsx";
import type { Place, ScreenProps } from "./screen.ts";

export function Screen({ params }: ScreenProps) {
  return <CancelAutoRenew ticketOrderId={params.ticketOrderId ?? ""} />;
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["auto_renew.title"] ?? autoRenewStrings["auto_renew.title"],
});
