import { useLocation } from "wouter";
import { useBoot, useText } from "../shared/seller.tsx";
import { WayOn } from "../shell/WayOn.tsx";
import { laterStrings } from "./later.strings.ts";
import { matchRoute } from "./routes.ts";
import type { Place } from "./screen.ts";

const topics = [
  ["manage", "later.manage"],
  ["membership", "later.membership"],
] as const satisfies readonly (readonly [string, keyof typeof laterStrings])[];

const sentenceOf = (route: string): keyof typeof laterStrings =>
  topics.find(([start]) => route === start || route.startsWith(`${start}-`))?.[1] ?? "later.manage";

/** A route that exists and whose work is still to come: what a visitor can do instead, and a way on. */
export function Screen() {
  const boot = useBoot();
  const t = useText(laterStrings);
  const [path] = useLocation();
  const { route } = matchRoute(path, boot);
  return (
    <WayOn title={t("later.title")} label={t("later.events")}>
      {t(sentenceOf(route.name), { seller: boot.seller.name })}
    </WayOn>
  );
}

export const head = ({ boot }: Place) => ({ title: boot.seller.strings["later.title"] ?? laterStrings["later.title"] });
