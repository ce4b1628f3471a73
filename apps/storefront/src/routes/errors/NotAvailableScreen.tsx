import { useLocation } from "wouter";
import { useBoot, useText } from "../../shared/seller/seller.tsx";
import { MessagePage } from "../../shared/page/MessagePage.tsx";
import { notAvailableStrings } from "./notAvailable.strings.ts";
import { matchRoute } from "../routes.ts";
import type { ScreenContext } from "../screen.ts";

const topics = [
  ["manage", "later.manage"],
  ["membership", "later.membership"],
] as const satisfies readonly (readonly [string, keyof typeof notAvailableStrings])[];

const messageKeyOf = (route: string): keyof typeof notAvailableStrings =>
  topics.find(([start]) => route === start || route.startsWith(`${start}-`))?.[1] ?? "later.manage";

/** A route that exists and whose work is still to come: what a visitor can do instead, and a way on. */
export function Screen() {
  const boot = useBoot();
  const t = useText(notAvailableStrings);
  const [path] = useLocation();
  const { route } = matchRoute(path, boot);
  return (
    <MessagePage title={t("later.title")} label={t("later.events")}>
      {t(messageKeyOf(route.name), { seller: boot.seller.name })}
    </MessagePage>
  );
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["later.title"] ?? notAvailableStrings["later.title"],
});
