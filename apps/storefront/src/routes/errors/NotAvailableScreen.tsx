import { useLocation } from "wouter";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { MessagePage } from "../../shared/page/MessagePage.tsx";
import { notAvailableStrings } from "./notAvailable.strings.ts";
import type { ScreenContext } from "../screen.ts";

/** A route whose feature is not built yet: what a visitor can do instead, and a link to continue. */
export function Screen() {
  const { name } = useSeller();
  const t = useText(notAvailableStrings);
  const [path] = useLocation();
  return (
    <MessagePage title={t("later.title")} label={t("later.events")}>
      {t(path.startsWith("/membership") ? "later.membership" : "later.manage", { seller: name })}
    </MessagePage>
  );
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["later.title"] ?? notAvailableStrings["later.title"],
});
