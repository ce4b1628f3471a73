import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { cartStrings } from "../cart.strings.ts";
import css from "./CartExpiredScreen.module.css";
import { updateCartPageState } from "../cartPageState.ts";

export const cartExpiredModalName = "cart-expired";

/** Starts over on the same page, or with the list of events at the checkout. */
const useStartOver = (atCheckout: boolean) => {
  const { close } = useModal(cartExpiredModalName);
  const [, navigate] = useLocation();
  return () => {
    close();
    updateCartPageState({ expiredCartId: null });
    if (atCheckout) navigate(paths.events());
  };
};

/** Shown when the cart expires while the page is open. */
export function CartExpiredModal({ atCheckout }: { readonly atCheckout: boolean }) {
  const t = useText(cartStrings);
  const startOver = useStartOver(atCheckout);
  return (
    <Modal
      name={cartExpiredModalName}
      size="narrow"
      title={t("cart.timed_out")}
      closeLabel={t("cart.close")}
      footer={
        <Button kind="primary" onClick={startOver}>
          {t("cart.start_over")}
        </Button>
      }
    >
      <p>{t("cart.timed_out.text")}</p>
    </Modal>
  );
}

/** Replaces the checkout of an expired cart. Hidden while the dialog shows the same message. */
export function CartExpiredScreen() {
  const t = useText(cartStrings);
  const startOver = useStartOver(true);
  const { isOpen } = useModal(cartExpiredModalName);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasModalOpen = useRef(false);
  useEffect(() => {
    if (wasModalOpen.current && !isOpen) heading.current?.focus();
    wasModalOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div className={css.screen} data-covered={isOpen || undefined}>
      <h1 ref={heading} tabIndex={-1}>
        {t("cart.timed_out")}
      </h1>
      <p>{t("cart.timed_out.text")}</p>
      <Button kind="primary" onClick={startOver}>
        {t("cart.start_over")}
      </Button>
    </div>
  );
}
