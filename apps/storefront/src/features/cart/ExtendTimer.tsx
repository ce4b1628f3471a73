import { useEffect } from "react";
import { cartClock, clockText, isMoreTimeOffered } from "@foyer/rules/cartClock.ts";
import type { Cart } from "@foyer/contract/cart.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModals } from "@foyer/ui/ModalStack.tsx";
import { report } from "../../shared/reports.ts";
import { useSaved } from "../../shared/saved.ts";
import { useText } from "../../shared/seller.tsx";
import { useExtendCart } from "./cart.changes.ts";
import { cartStrings } from "./cart.strings.ts";
import css from "./ExtendTimer.module.css";
import { useStanding } from "./standing.ts";

const modal = "extend-cart";

/** Offers two minutes more in the last one. Gone by itself when the offer is: extended or declined here or in another tab, paid, or over. */
export function ExtendTimer({ cart, left }: { readonly cart: Cart; readonly left: number }) {
  const [{ declined_extension }, change] = useSaved();
  const { paying } = useStanding();
  const { names, open, close } = useModals();
  const isOpen = names.includes(modal);
  const t = useText(cartStrings);
  const extend = useExtendCart();
  const offered =
    cart.editable &&
    !cart.payment_in_progress &&
    paying === null &&
    cart.lines.length > 0 &&
    isMoreTimeOffered({ left, declined: declined_extension === cart.id, extensions_left: cart.extensions_left });

  useEffect(() => {
    if (offered && !isOpen) open(modal);
    if (!offered && isOpen) close(modal);
  }, [offered, isOpen, open, close]);
  // The cart may be gone before its clock is.
  useEffect(() => () => close(modal), [close]);

  const decline = () => change({ declined_extension: cart.id });
  const add = () => {
    if (cart.expires_at !== null) extend.mutate({ id: cart.id, expires_at: cart.expires_at }, { onError: report });
  };

  return (
    <Modal
      name={modal}
      size="narrow"
      title={t("cart.extend.title")}
      closeLabel={t("cart.close")}
      onDismiss={decline}
      footer={
        <>
          <Button onClick={decline}>{t("cart.extend.decline")}</Button>
          <Button kind="primary" busy={extend.isPending} onClick={add}>
            {t("cart.extend.add", { count: cartClock.moreMinutes })}
          </Button>
        </>
      }
    >
      <p className={css.left} role="timer" aria-live="off">
        {clockText(left)}
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
