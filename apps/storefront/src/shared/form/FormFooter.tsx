import { Fragment, type ReactNode } from "react";
import { BottomBar } from "@foyer/ui/layout/BottomBar.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import css from "./FormFooter.module.css";
import { useSeller, useText } from "../seller/seller.tsx";
import { formStrings } from "./form.strings.ts";

export type FormFooterProps = {
  /** The id of the form that the button submits. */
  readonly form: string;
  /** The button's label, if not 'Reserve'. */
  readonly submit?: string;
  readonly total: string;
  readonly fees: string | undefined;
  readonly isBusy: boolean;
  /** Another button is the primary one. */
  readonly isSecondary?: boolean;
  /** Opens the cart, which is not in view on phones. */
  readonly cartButton?: ReactNode;
  /** Skips an add-on. */
  readonly onSkip?: (() => void) | undefined;
};

/** The footer on phones: the cart, the total and the next step. */
export function FormFooter({
  form,
  submit,
  total,
  fees,
  isBusy,
  isSecondary = false,
  cartButton,
  onSkip,
}: FormFooterProps) {
  const t = useText(formStrings);
  const { upsells } = useSeller().configuration;
  return (
    <div className={css.footer}>
      <BottomBar
        label={t("reserve.bar")}
        before={cartButton}
        summary={
          <p className={css.summary}>
            <span className={css.label}>{t("reserve.total")}</span>
            <span className={css.sum}>{total}</span>
            {fees && <span className={css.label}>{fees}</span>}
          </p>
        }
        action={
          <>
            {onSkip && (
              <span className={css.skip} data-skip="">
                <Button kind="text" size="small" onClick={onSkip}>
                  {t(upsells?.chain_form === "one_by_one" ? "reserve.skip" : "reserve.back_to_add_ons")
                    .split(" ")
                    .map((word, index) => (
                      <Fragment key={word}>
                        {index > 0 && " "}
                        <span className={css.word}>{word}</span>
                      </Fragment>
                    ))}
                </Button>
              </span>
            )}
            <Button kind={isSecondary ? "quiet" : "primary"} type="submit" form={form} busy={isBusy}>
              {submit ?? t("reserve.submit")}
            </Button>
          </>
        }
      />
    </div>
  );
}
