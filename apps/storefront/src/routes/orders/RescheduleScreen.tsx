import { aftersaleStrings } from "../../features/aftersale/aftersale.strings.ts";
import { ReschedulePanel } from "../../features/aftersale/reschedule/ReschedulePanel.tsx";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params: { orderId = "", sessionId = "" } }: ScreenProps) {
  return <ReschedulePanel key={`${orderId} ${sessionId}`} id={orderId} event_session_id={sessionId} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["manage.exchange"] ?? aftersaleStrings["manage.exchange"],
});
