import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { Html } from "../../../shared/text/Html.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { checkoutStrings } from "../checkout.strings.ts";
import { termsModalName, type TermsForm } from "./useTerms.ts";

/** The seller's terms. If a payment shows them, one press accepts them and pays. */
export function TermsDialog({ terms: { terms, isBeforePayment, answer } }: { readonly terms: TermsForm }) {
  const t = useText(checkoutStrings);
  if (!terms) return null;
  return (
    <Modal
      name={termsModalName}
      title={t("terms.title")}
      closeLabel={t("terms.close")}
      footer={
        !terms.accepted_by_paying && (
          <>
            <Button onClick={() => answer(false)}>{t("terms.decline")}</Button>
            <Button kind="primary" onClick={() => answer(true)}>
              {t(isBeforePayment ? "terms.accept_and_pay" : "terms.accept")}
            </Button>
          </>
        )
      }
    >
      <Html html={terms.html} />
    </Modal>
  );
}
