import { useEffect } from "react";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { SomeEvents } from "../../features/listing/SomeEvents.tsx";
import { shellStrings } from "../../shell/frame/shell.strings.ts";
import { MessagePage } from "../../shared/page/MessagePage.tsx";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  const t = useText(shellStrings);
  const { name } = useSeller();
  // If a screen only finds out later that there is nothing, the page still has that screen's title.
  useEffect(() => {
    document.title = `${t("notfound.title")} – ${name}`;
  }, [name, t]);
  return (
    <>
      <MessagePage title={t("notfound.title")} to="/" label={t("notfound.home")}>
        {t("notfound.message")}
      </MessagePage>
      <SomeEvents />
    </>
  );
}

export const head = ({ boot }: ScreenContext) => ({
  title: boot.seller.strings["notfound.title"] ?? shellStrings["notfound.title"],
});
