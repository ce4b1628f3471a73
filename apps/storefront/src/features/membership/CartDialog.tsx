import { Link } from "wouter";
import { Button, buttonLook } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { paths } from "../../shared/paths.ts";
import { useModalWhile } from "../reserve/useModalWhile.ts";
import { useMembershipText } from "./useMembershipText.ts";

export type CartDialogProps = {
  /** in_cart: there is a membership already. gift_cart: there is something, and a gift is bought alone. */
  readonly kind: "in_cart" | "gift_cart";
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onDiscard: () => void;
  readonly onDismiss: () => void;
};

/** What stands in the cart stands in the way: let it go, or pay for it first. */
export function CartDialog({ kind, isOpen, isBusy, onDiscard, onDismiss }: CartDialogProps) {
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
          <Link href={paths.checkout()} onClick={onDismiss} {...buttonLook({ kind: "primary" })}>
            {t("membership.cart.checkout")}
          </Link>
        </>
      }
    >
      <p>{t(`membership.${kind}.text`)}</p>
    </Modal>
  );
}
