import type { ReactNode } from "react";
import { Link } from "wouter";
import { Badge } from "@foyer/ui/Badge.tsx";
import { BottomBar } from "@foyer/ui/BottomBar.tsx";
import { Button, buttonLook } from "@foyer/ui/Button.tsx";
import { Icon } from "@foyer/ui/Icon.tsx";
import { useCart } from "../cart/cart.queries.ts";
import css from "./ReserveFooter.module.css";
import { useReserveText } from "./words.ts";

export type ReserveFooterProps = {
  /** The id of the form that the button sends. */
  readonly form: string;
  readonly total: string;
  readonly fees: string | undefined;
  readonly isBusy: boolean;
  /** Opens the cart where it is not in view; a link to the checkout where nothing is given. */
  readonly cartButton?: ReactNode;
  /** Passes an add-on by. */
  readonly onSkip?: (() => void) | undefined;
};

/** A phone's footer: the cart, what is chosen so far, and the next step. */
export function ReserveFooter({ form, total, fees, isBusy, cartButton, onSkip }: ReserveFooterProps) {
  const t = useReserveText();
  return (
    <div className={css.foot}>
      <BottomBar
        label={t("reserve.bar")}
        before={cartButton ?? <CartLink />}
        summary={
          <p className={css.summary}>
            <span className={css.word}>{t("reserve.total")}</span>
            <span className={css.sum}>{total}</span>
            {fees && <span className={css.word}>{fees}</span>}
          </p>
        }
        action={
          <>
            {onSkip && <Button onClick={onSkip}>{t("reserve.skip")}</Button>}
            <Button kind="primary" type="submit" form={form} busy={isBusy}>
              {t("reserve.submit")}
            </Button>
          </>
        }
      />
    </div>
  );
}

function CartLink() {
  const t = useReserveText();
  const { cart } = useCart();
  const count = cart?.lines.flatMap((line) => line.types).reduce((sum, type) => sum + type.count, 0) ?? 0;
  if (count === 0) return null;
  return (
    <Link href="/checkout" {...buttonLook()} aria-label={`${t("reserve.cart")} (${count})`}>
      <Icon name="cart" />
      <Badge count={count} />
    </Link>
  );
}
