import { useEffect } from "react";
import { cartTimer, extensionPrompt, formatTimer } from "@foyer/rules/hold/cartTimer.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useExtendCart } from "../cart.mutations.ts";
import { cartStrings } from "../cart.strings.ts";
import css from "./ExtendCartModal.module.css";
import { useCartPageState } from "../cartPageState.ts";

const modalName = "extend-cart";

/**
 * In the last minute, offers two more, or says that none are left. Closes by itself when the cart is extended, declined,
 * paid or expired, here or in another tab.
 */
export function ExtendCartModal({ cart, left }: { readonly cart: Cart; readonly left: number }) {
  const [{ declined_extension }, change] = useSaved();
  const { payingCartId } = useCartPageState();
  const { names, open, close } = useModals();
  const isOpen = names.includes(modalName);
  const t = useText(cartStrings);
  const shared = useText(sharedStrings);
  const isHeld = cart.editable && !cart.payment_in_progress && payingCartId === null && cart.lines.length > 0;
  const declined = declined_extension === cart.id;
  const prompt = isHeld ? extensionPrompt({ left, declined, extensions_left: cart.extensions_left }) : undefined;
  const isPrompted = prompt !== undefined;

  useEffect(() => {
    if (isPrompted && !isOpen) open(modalName);
    if (!isPrompted && isOpen) close(modalName);
  }, [isPrompted, isOpen, open, close]);
  // The cart may disappear before it expires.
  useEffect(() => () => close(modalName), [close]);

  const dismiss = () => change({ declined_extension: cart.id });
  const extend = useExtendCart();
  const isUsedUp = prompt === "used_up";
  return (
    <Modal
      name={modalName}
      size="narrow"
      title={t(isUsedUp ? "cart.extend.used_up.title" : "cart.extend.title")}
      closeLabel={t("cart.close")}
      onDismiss={dismiss}
      footer={
        isUsedUp ? (
          <Button kind="primary" onClick={dismiss}>
            {t("cart.extend.continue")}
          </Button>
        ) : (
          <ExtensionButtons cart={cart} extend={extend} onDecline={dismiss} />
        )
      }
    >
      <p className={css.left} role="timer" aria-live="off">
        {formatTimer(left)}
      </p>
      <p>{t(isUsedUp ? "cart.extend.used_up" : "cart.extend.text")}</p>
      {cart.extensions_left === 1 && <p>{t("cart.extend.last")}</p>}
      {extend.error && !isUsedUp && <ErrorLine>{failureText(shared, t("cart.extend.failed"))}</ErrorLine>}
    </Modal>
  );
}

type ExtensionButtonsProps = {
  readonly cart: Cart;
  readonly extend: ReturnType<typeof useExtendCart>;
  readonly onDecline: () => void;
};

function ExtensionButtons({ cart, extend, onDecline }: ExtensionButtonsProps) {
  const t = useText(cartStrings);
  const add = () => {
    if (cart.expires_at !== null) extend.mutate({ id: cart.id, expires_at: cart.expires_at }, { onError: reportError });
  };
  return (
    <>
      <Button onClick={onDecline}>{t("cart.extend.decline")}</Button>
      <Button kind="primary" busy={extend.isPending} onClick={add}>
        {t("cart.extend.add", { count: cartTimer.extensionMinutes })}
      </Button>
    </>
  );
}
