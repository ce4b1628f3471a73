import type { ReactNode } from "react";
import { Button } from "@foyer/ui/Button.tsx";
import css from "./ReserveForm.module.css";
import { useStartText } from "./startWords.ts";

export type ReserveEndProps = {
  /** What came of the attempt before. */
  readonly said?: ReactNode;
  readonly total: string;
  readonly fees?: string | undefined;
  readonly isBusy: boolean;
  /** Another button comes first. */
  readonly isLater?: boolean;
  readonly submit: string;
};

/** Where every form of the event page ends: what went wrong, what it costs, and the button. */
export function ReserveEnd({ said, total, fees, isBusy, isLater = false, submit }: ReserveEndProps) {
  const t = useStartText();
  return (
    <>
      <div className={css.said}>{said}</div>
      <div className={css.end}>
        <p className={css.total}>
          <span>{t("reserve.total")}</span> <output className={css.sum}>{total}</output>
          {fees && <span className={css.fees}>{fees}</span>}
        </p>
        <Button kind={isLater ? "quiet" : "primary"} type="submit" busy={isBusy}>
          {submit}
        </Button>
      </div>
    </>
  );
}
