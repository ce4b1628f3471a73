import { Modal } from "@foyer/ui/Modal.tsx";
import { Html } from "../shared/Html.tsx";
import { useText } from "../shared/seller.tsx";
import { shellStrings } from "./shell.strings.ts";

export function TermsModal({ html }: { readonly html: string }) {
  const t = useText(shellStrings);
  return (
    <Modal name="seller-terms" title={t("shell.terms")} closeLabel={t("shell.close")}>
      <Html html={html} />
    </Modal>
  );
}
