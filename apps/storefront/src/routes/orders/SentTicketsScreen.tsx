import { SendingPanel } from "../../features/aftersale/send/SendingPanel.tsx";
import { sendStrings } from "../../features/aftersale/send/send.strings.ts";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params: { id = "" } }: ScreenProps) {
  return <SendingPanel key={id} id={id} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["sending.title"] ?? sendStrings["sending.title"],
});
