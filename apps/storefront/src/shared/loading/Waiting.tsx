import { Spinner } from "@foyer/ui/feedback/Spinner.tsx";
import { useText } from "../seller/seller.tsx";
import css from "./Waiting.module.css";
import { waitingStrings } from "./waiting.strings.ts";

/** Says that a dialog that was asked for is loading. It is seen only if that takes more than a moment. */
export function Waiting() {
  const t = useText(waitingStrings);
  return (
    <p className={css.waiting} role="status">
      <Spinner /> {t("part.waiting")}
    </p>
  );
}
