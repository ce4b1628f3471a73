import { useEffect } from "react";
import { useSeller, useText } from "../shared/seller.tsx";
import { shellStrings } from "../shell/shell.strings.ts";
import { WayOn } from "../shell/WayOn.tsx";
import type { Place } from "./screen.ts";

export function Screen() {
  const t = useText(shellStrings);
  const { name } = useSeller();
  // Where a screen finds out by itself that there is nothing, the title said something else.
  useEffect(() => {
    document.title = `${t("notfound.title")} – ${name}`;
  }, [name, t]);
  return (
    <WayOn title={t("notfound.title")} to="/" label={t("notfound.home")}>
      {t("notfound.message")}
    </WayOn>
  );
}

export const head = ({ boot }: Place) => ({
  title: boot.seller.strings["notfound.title"] ?? shellStrings["notfound.title"],
});
