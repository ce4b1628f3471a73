import { useId, type ReactNode } from "react";
import { Button } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModal } from "@foyer/ui/ModalStack.tsx";
import { useText } from "../../shared/seller.tsx";
import { CodeField } from "../cart/CodeField.tsx";
import { promoStrings } from "../cart/promo.strings.ts";
import { useCodeEntry } from "../cart/useCodeEntry.ts";
import css from "./Checkout.module.css";

export type CodeDialogProps = {
  readonly name: string;
  readonly title: string;
  readonly cart_id: string;
  /** The cart cannot be paid for without a code. */
  readonly isNeeded?: boolean;
  /** Why, above the field. */
  readonly children?: ReactNode;
  readonly onApplied: () => void;
};

/** Asks for a code over the checkout, and closes with the first that comes to work. */
export function CodeDialog({ name, title, cart_id, isNeeded = false, children, onApplied }: CodeDialogProps) {
  const t = useText(promoStrings);
  const { close } = useModal(name);
  const form = useId();
  const entry = useCodeEntry(cart_id, {
    addsAnother: isNeeded,
    onApplied: () => {
      close();
      onApplied();
    },
  });
  return (
    <Modal
      name={name}
      size="narrow"
      title={title}
      closeLabel={t("code.close")}
      onDismiss={() => entry.type("")}
      footer={
        <Button kind="primary" type="submit" form={form} busy={entry.isBusy}>
          {t("code.apply")}
        </Button>
      }
    >
      <form id={form} className={css.dialog} noValidate onSubmit={entry.submit}>
        {children}
        <CodeField entry={entry} />
      </form>
    </Modal>
  );
}
