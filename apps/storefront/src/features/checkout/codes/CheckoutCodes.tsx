import { useEffect, useRef, type RefObject } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { AppliedCodes } from "../../cart/codes/AppliedCodes.tsx";
import { codeStrings } from "../../cart/codes/code.strings.ts";
import css from "../Checkout.module.css";
import { CodeDialog } from "./CodeDialog.tsx";

const modalName = "promo-code";

export type CheckoutCodesProps = {
  readonly cart: Cart;
  /** The cart requires a code, for which a separate section asks. */
  readonly isRequired: boolean;
};

/**
 * Moves the focus to the codes when one lifts the block: the section that asked for it, and the field or button that had
 * the focus, disappear.
 */
const useFocusAfterBlock = (group: RefObject<HTMLElement | null>, isRequired: boolean, count: number): void => {
  const before = useRef({ isRequired, count });
  useEffect(() => {
    const hasLifted = before.current.isRequired && !isRequired && count > before.current.count;
    if (hasLifted && document.activeElement === document.body) group.current?.focus();
    before.current = { isRequired, count };
  }, [group, isRequired, count]);
};

/** The codes of the order, and an unobtrusive way to apply another. */
export function CheckoutCodes({ cart, isRequired }: CheckoutCodesProps) {
  const t = useText(codeStrings);
  const { open } = useModal(modalName);
  const group = useRef<HTMLDivElement>(null);
  const canChange = cart.editable && !cart.payment_in_progress;
  const canAdd = canChange && !isRequired;
  const count = cart.cart_mods.flatMap(({ codes }) => codes).length;
  const hasCodes = count > 0;
  useFocusAfterBlock(group, isRequired, count);
  if (!canAdd && !hasCodes) return null;
  return (
    <div className={css.codes} role="group" aria-label={t("code.title")} ref={group} data-codes tabIndex={-1}>
      <AppliedCodes cart={cart} />
      {canAdd && (
        <Button kind="text" icon={<Icon name="plus" size="small" />} onClick={open}>
          {t("code.modal")}
        </Button>
      )}
      {canAdd && (
        <CodeDialog
          name={modalName}
          title={t("code.modal")}
          cart_id={cart.id}
          onApplied={() => group.current?.focus()}
        />
      )}
    </div>
  );
}
