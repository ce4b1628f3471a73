import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { Html } from "../../shared/text/Html.tsx";
import { useText } from "../../shared/seller/seller.tsx";
import { shellStrings } from "./shell.strings.ts";

export function TermsModal({ html }: { readonly html: string }) {
  const t = useText(shellStrings);
  return (
    <Modal name="seller-terms" title={t("shell.terms")} closeLabel={t("shell.close")}>
      <Html html={html} />
    </Modal>
  );
}
