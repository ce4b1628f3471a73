import { useEffect } from "react";
import { cartTimer, formatTimer, isExtensionOffered } from "@foyer/rules/hold/cartTimer.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { useExtendCart } from "../cart.mutations.ts";
import { cartStrings } from "../cart.strings.ts";
import css from "./ExtendCartModal.module.css";
import { useCartPageState } from "../cartPageState.ts";

const modalName = "extend-cart";

/** Offers two more minutes in the last one. Closes by itself once the cart is extended, declined, paid or expired, here or in another tab. */
export function ExtendCartModal({ cart, left }: { readonly cart: Cart; readonly left: number }) {
  const [{ declined_extension }, change] = useSaved();
  const { payingCartId } = useCartPageState();
  const { names, open, close } = useModals();
  const isOpen = names.includes(modalName);
  const t = useText(cartStrings);
  const extend = useExtendCart();
  const isOffered =
    cart.editable &&
    !cart.payment_in_progress &&
    payingCartId === null &&
    cart.lines.length > 0 &&
    isExtensionOffered({ left, declined: declined_extension === cart.id, extensions_left: cart.extensions_left });

  useEffect(() => {
    if (isOffered && !isOpen) open(modalName);
    if (!isOffered && isOpen) close(modalName);
  }, [isOffered, isOpen, open, close]);
  // The cart may disappear before it expires.
  useEffect(() => () => close(modalName), [close]);

  const decline = () => change({ declined_extension: cart.id });
  const add = () => {
    if (cart.expires_at !== null) extend.mutate({ id: cart.id, expires_at: cart.expires_at }, { onError: reportError });
  };

  return (
    <Modal
      name={modalName}
      size="narrow"
      title={t("cart.extend.title")}
      closeLabel={t("cart.close")}
      onDismiss={decline}
      footer={
        <>
          <Button onClick={decline}>{t("cart.extend.decline")}</Button>
          <Button kind="primary" busy={extend.isPending} onClick={add}>
            {t("cart.extend.add", { count: cartTimer.extensionMinutes })}
          </Button>
        </>
      }
    >
      <p className={css.left} role="timer" aria-live="off">
        {formatTimer(left)}
      </p>
      <p>{t("cart.extend.text")}</p>
      {extend.error && (
        <p className={css.problem} role="alert">
          {t("cart.extend.failed")}
        </p>
      )}
    </Modal>
  );
}
