import { confirmStrings } from "../../features/aftersale/aftersale.strings.ts";
import { ConfirmPanel } from "../../features/aftersale/confirm/ConfirmPanel.tsx";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params: { orderId = "" } }: ScreenProps) {
  return <ConfirmPanel key={orderId} id={orderId} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["confirm.title"] ?? confirmStrings["confirm.title"],
});
