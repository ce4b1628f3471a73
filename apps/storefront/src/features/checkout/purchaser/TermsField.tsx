import type { WebSettings } from "@foyer/contract/shop/seller.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Checkbox } from "@foyer/ui/choice/Checkbox.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { Html } from "../../../shared/text/Html.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { checkoutStrings } from "../checkout.strings.ts";
import css from "../Checkout.module.css";

export type TermsFieldProps = {
  readonly terms: NonNullable<WebSettings["terms"]>;
  readonly accepted: boolean;
  readonly error: string | undefined;
  readonly onChange: (accepted: boolean) => void;
};

/** Consent to the terms. Ticking the box opens them, unless the seller makes reading optional. */
export function TermsField({ terms, accepted, error, onChange }: TermsFieldProps) {
  const t = useText(checkoutStrings);
  const { open, close } = useModal("terms");
  const answer = (agrees: boolean) => {
    onChange(agrees);
    close();
  };
  const toggle = (isTicked: boolean) => {
    if (!isTicked || terms.viewing_is_optional) return onChange(isTicked);
    open();
  };
  return (
    <div className={css.terms}>
      <Checkbox
        label={t("terms.accept_label")}
        name="terms"
        checked={accepted}
        required
        aria-required
        error={error}
        onChange={(event) => toggle(event.target.checked)}
      />
      <Button kind="text" size="small" onClick={open}>
        {t("terms.read")}
      </Button>
      <Modal
        name="terms"
        title={t("terms.title")}
        closeLabel={t("terms.close")}
        footer={
          <>
            <Button onClick={() => answer(false)}>{t("terms.decline")}</Button>
            <Button kind="primary" onClick={() => answer(true)}>
              {t("terms.accept")}
            </Button>
          </>
        }
      >
        <Html html={terms.html} />
      </Modal>
    </div>
  );
}
