import { Fragment, type ReactNode } from "react";
import { BottomBar } from "@foyer/ui/BottomBar.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import css from "./ReserveFooter.module.css";
import { useStartText } from "./startWords.ts";

export type ReserveFooterProps = {
  /** The id of the form that the button sends. */
  readonly form: string;
  /** The button's word where it is not Reserve. */
  readonly submit?: string;
  readonly total: string;
  readonly fees: string | undefined;
  readonly isBusy: boolean;
  /** Another button comes first. */
  readonly isLater?: boolean;
  /** Opens the cart, which is not in view on a phone. */
  readonly cartButton?: ReactNode;
  /** Passes an add-on by. */
  readonly onSkip?: (() => void) | undefined;
};

/** A phone's footer: the cart, what is chosen so far, and the next step. */
export function ReserveFooter({
  form,
  submit,
  total,
  fees,
  isBusy,
  isLater = false,
  cartButton,
  onSkip,
}: ReserveFooterProps) {
  const t = useStartText();
  return (
    <div className={css.foot}>
      <BottomBar
        label={t("reserve.bar")}
        before={cartButton}
        summary={
          <p className={css.summary}>
            <span className={css.word}>{t("reserve.total")}</span>
            <span className={css.sum}>{total}</span>
            {fees && <span className={css.word}>{fees}</span>}
          </p>
        }
        action={
          <>
            {onSkip && (
              <span className={css.skip} data-skip="">
                <Button kind="text" size="small" onClick={onSkip}>
                  {t("reserve.skip")
                    .split(" ")
                    .map((word, index) => (
                      <Fragment key={word}>
                        {index > 0 && " "}
                        <span className={css.whole}>{word}</span>
                      </Fragment>
                    ))}
                </Button>
              </span>
            )}
            <Button kind={isLater ? "quiet" : "primary"} type="submit" form={form} busy={isBusy}>
              {submit ?? t("reserve.submit")}
            </Button>
          </>
        }
      />
    </div>
  );
}
