import type { ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import css from "./FormSummary.module.css";
import { useText } from "../seller/seller.tsx";
import { formStrings } from "./form.strings.ts";

export type FormSummaryProps = {
  /** The result of the last attempt. */
  readonly problem?: ReactNode;
  readonly total: string;
  readonly fees?: string | undefined;
  readonly isBusy: boolean;
  /** Another button is the primary one. */
  readonly isSecondary?: boolean;
  readonly submit: string;
};

/** The end of a form: the problem of the last attempt, the total and the button. */
export function FormSummary({ problem, total, fees, isBusy, isSecondary = false, submit }: FormSummaryProps) {
  const t = useText(formStrings);
  return (
    <>
      <div className={css.message}>{problem}</div>
      <div className={css.summary}>
        <p className={css.total}>
          <span>{t("reserve.total")}</span> <output className={css.sum}>{total}</output>
          {fees && <span className={css.fees}>{fees}</span>}
        </p>
        <Button kind={isSecondary ? "quiet" : "primary"} type="submit" busy={isBusy}>
          {submit}
        </Button>
      </div>
    </>
  );
}
