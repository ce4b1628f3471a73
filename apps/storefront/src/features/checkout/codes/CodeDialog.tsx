import { useId, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { CodeField } from "../../cart/codes/CodeField.tsx";
import { codeStrings } from "../../cart/codes/code.strings.ts";
import { useCodeEntry } from "../../cart/codes/useCodeEntry.ts";
import css from "../Checkout.module.css";

export type CodeDialogProps = {
  readonly name: string;
  readonly title: string;
  readonly cart_id: string;
  /** The cart cannot be paid for without a code. */
  readonly isRequired?: boolean;
  /** The reason, above the field. */
  readonly children?: ReactNode;
  readonly onApplied?: () => void;
};

/** Asks for a code in a dialog, which closes when a code is applied. */
export function CodeDialog({ name, title, cart_id, isRequired = false, children, onApplied }: CodeDialogProps) {
  const t = useText(codeStrings);
  const { close } = useModal(name);
  const form = useId();
  const entry = useCodeEntry(cart_id, {
    asksForAnother: isRequired,
    onApplied: () => {
      close();
      onApplied?.();
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
