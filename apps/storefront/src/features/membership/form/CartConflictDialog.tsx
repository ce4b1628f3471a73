import { Link } from "wouter";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useModalWhile } from "@foyer/ui/overlay/useModalWhile.ts";
import { useMembershipText } from "../useMembershipText.ts";

export type CartConflictDialogProps = {
  /** in_cart: the cart already has a membership. gift_cart: a gift has to be bought on its own. */
  readonly kind: "in_cart" | "gift_cart";
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onDiscard: () => void;
  readonly onDismiss: () => void;
};

/** The membership cannot be added to the cart, which has to be discarded or paid for first. */
export function CartConflictDialog({ kind, isOpen, isBusy, onDiscard, onDismiss }: CartConflictDialogProps) {
  const t = useMembershipText();
  const name = `membership-${kind}`;
  useModalWhile(name, isOpen);
  return (
    <Modal
      name={name}
      size="narrow"
      title={t(`membership.${kind}.title`)}
      closeLabel={t("membership.close")}
      onDismiss={onDismiss}
      footer={
        <>
          <Button busy={isBusy} onClick={onDiscard}>
            {t("membership.cart.discard")}
          </Button>
          <Link href={paths.checkout()} onClick={onDismiss} {...buttonAttributes({ kind: "primary" })}>
            {t("membership.cart.checkout")}
          </Link>
        </>
      }
    >
      <p>{t(`membership.${kind}.text`)}</p>
    </Modal>
  );
}
