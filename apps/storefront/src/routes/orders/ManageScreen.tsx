import { aftersaleStrings } from "../../features/aftersale/aftersale.strings.ts";
import { ManagePanel } from "../../features/aftersale/ManagePanel.tsx";
import type { ScreenContext, ScreenProps } from "../screen.ts";

export function Screen({ params: { id = "" } }: ScreenProps) {
  return <ManagePanel key={id} id={id} />;
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["manage.title"] ?? aftersaleStrings["manage.title"],
});
