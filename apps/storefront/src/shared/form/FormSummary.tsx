import { Button } from "@foyer/ui/action/Button.tsx";
import css from "./FormSummary.module.css";
import { useText } from "../seller/seller.tsx";
import { formStrings } from "./form.strings.ts";

export type FormSummaryProps = {
  /** Undefined until something is chosen that has a price. */
  readonly total: string | undefined;
  readonly fees?: string | undefined;
  readonly isBusy: boolean;
  readonly submit: string;
};

/** The end of a form on a desktop: the total and the button. Hidden if a panel beside the form has both. */
export function FormSummary({ total, fees, isBusy, submit }: FormSummaryProps) {
  const t = useText(formStrings);
  return (
    <div className={css.summary}>
      {total !== undefined && (
        <p className={css.total}>
          <span>{t("reserve.total")}</span> <output className={css.sum}>{total}</output>
          {fees && <span className={css.fees}>{fees}</span>}
        </p>
      )}
      <Button kind="primary" type="submit" busy={isBusy}>
        {submit}
      </Button>
    </div>
  );
}
