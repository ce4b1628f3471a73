import { Link } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { Price, useText } from "../../../shared/seller/seller.tsx";
import { useCart } from "../cart.queries.ts";
import { cartStrings } from "../cart.strings.ts";
import { CartWidget } from "./CartWidget.tsx";
import css from "./MobileCart.module.css";
import { mobileCartModalName } from "./MobileCartButton.tsx";

/** The cart on a phone: full screen, with the amount due and links at its foot. */
export function MobileCart() {
  const { close } = useModal(mobileCartModalName);
  const { cart } = useCart();
  const t = useText(cartStrings);
  const due = cart?.payment_due_by_credit_card;
  return (
    <Modal
      name={mobileCartModalName}
      size="sheet"
      title={t("cart.title")}
      closeLabel={t("cart.close")}
      footer={
        <div className={css.footer}>
          {cart && cart.lines.length > 0 && due !== undefined && (
            <>
              <p className={css.due}>
                <span>{t("cart.amount_due")}</span>
                <Price amount={due} />
              </p>
              <Link href={paths.checkout()} onClick={close} {...buttonAttributes({ kind: "primary" })}>
                {t("cart.checkout")}
              </Link>
            </>
          )}
          <Link
            href={paths.allEvents()}
            onClick={close}
            {...buttonAttributes({ kind: cart && cart.lines.length > 0 ? "text" : "primary" })}
          >
            {t("cart.more_events")}
          </Link>
        </div>
      }
    >
      <CartWidget />
    </Modal>
  );
}
