import { Spinner } from "@foyer/ui/feedback/Spinner.tsx";
import { useText } from "../seller/seller.tsx";
import css from "./LoadingNotice.module.css";
import { loadingNoticeStrings } from "./loadingNotice.strings.ts";

/** Says that a dialog that was asked for is loading. It is seen only if that takes more than a moment. */
export function LoadingNotice() {
  const t = useText(loadingNoticeStrings);
  return (
    <p className={css.notice} role="status">
      <Spinner /> {t("part.loading")}
    </p>
  );
}
