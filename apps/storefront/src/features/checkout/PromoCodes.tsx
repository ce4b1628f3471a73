import { useId, useRef } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { useText } from "../../shared/seller.tsx";
import { AppliedCodes } from "../cart/AppliedCodes.tsx";
import { promoStrings } from "../cart/promo.strings.ts";
import css from "./Checkout.module.css";
import { CodeDialog } from "./CodeDialog.tsx";

const modal = "promo-code";

export type PromoCodesProps = {
  readonly cart: Cart;
  /** The cart needs a code, and its own section asks for it. */
  readonly isAsked: boolean;
};

/** The codes of the order, and a way to apply one more. */
export function PromoCodes({ cart, isAsked }: PromoCodesProps) {
  const t = useText(promoStrings);
  const { open } = useModal(modal);
  const heading = useId();
  const place = useRef<HTMLDivElement>(null);
  const canChange = cart.editable && !cart.payment_in_progress;
  const asks = canChange && !isAsked;
  const hasCodes = cart.cart_mods.some(({ codes }) => codes.length > 0);
  if (!asks && !hasCodes) return null;
  return (
    <div className={css.part} role="group" aria-labelledby={heading} ref={place} data-codes tabIndex={-1}>
      <div className={css.partHead}>
        <h3 id={heading}>{t("code.title")}</h3>
        {asks && (
          <Button size="small" onClick={open}>
            {t("code.modal")}
          </Button>
        )}
      </div>
      <AppliedCodes cart={cart} />
      {asks && (
        <CodeDialog name={modal} title={t("code.modal")} cart_id={cart.id} onApplied={() => place.current?.focus()} />
      )}
    </div>
  );
}
