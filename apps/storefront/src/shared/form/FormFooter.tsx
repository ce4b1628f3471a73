import type { ReactNode } from "react";
import { BottomBar } from "@foyer/ui/layout/BottomBar.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import css from "./FormFooter.module.css";
import { useText } from "../seller/seller.tsx";
import type { FormAction } from "./formAction.ts";
import { formStrings } from "./form.strings.ts";

export type FormFooterProps = {
  /** The id of the form that the button submits. */
  readonly form: string;
  readonly action: FormAction;
  /** The total, or the lowest price until something is chosen. */
  readonly price: string | undefined;
  /** What the price includes: '3 tickets', 'including $3.00 in fees'. */
  readonly notes?: readonly string[];
  readonly isBusy: boolean;
  /** Opens the cart, which is not visible on phones. */
  readonly cartButton?: ReactNode;
  /** The button that skips an add-on. */
  readonly skip?: ReactNode;
};

/** The footer on phones and tablets: the cart, the price and the next step. */
export function FormFooter({ form, action, price, notes = [], isBusy, cartButton, skip }: FormFooterProps) {
  const t = useText(formStrings);
  return (
    <BottomBar
      label={t("reserve.bar")}
      before={cartButton}
      summary={
        <p className={css.summary}>
          {price && <span className={css.sum}>{price}</span>}
          {notes.map((note) => (
            <span key={note} className={css.label}>
              {note}
            </span>
          ))}
        </p>
      }
      action={
        <>
          {skip}
          <Button kind="primary" type="submit" form={form} data-step={action.step} busy={isBusy}>
            {action.label}
          </Button>
        </>
      }
    />
  );
}
