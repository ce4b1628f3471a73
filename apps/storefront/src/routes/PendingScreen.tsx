import { WayOn } from "../shell/WayOn.tsx";
import { useText } from "../shared/seller.tsx";
import { laterStrings } from "./later.strings.ts";

export function Screen() {
  const t = useText(laterStrings);
  return <WayOn title={t("later.title")}>{t("later.checkout")}</WayOn>;
}
