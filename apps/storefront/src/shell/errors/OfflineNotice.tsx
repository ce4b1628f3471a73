import { useSyncExternalStore } from "react";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { shellStrings } from "../frame/shell.strings.ts";
import css from "./OfflineNotice.module.css";

const subscribe = (notify: () => void): (() => void) => {
  window.addEventListener("online", notify);
  window.addEventListener("offline", notify);
  return () => {
    window.removeEventListener("online", notify);
    window.removeEventListener("offline", notify);
  };
};

/** Says at once that the connection is lost. When it is back, queries resume by themselves and the notice disappears. */
export function OfflineNotice() {
  const t = useText(shellStrings);
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return <div className={css.notice}>{!isOnline && <Banner tone="warning">{t("shell.offline")}</Banner>}</div>;
}
