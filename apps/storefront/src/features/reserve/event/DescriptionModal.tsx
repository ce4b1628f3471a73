import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { Html } from "../../../shared/text/Html.tsx";
import { useDeferredText } from "../text/useDeferredText.ts";

export type DescriptionModalProps = { readonly name: string; readonly title: string; readonly html: string };

/** The full description of an event. */
export function DescriptionModal({ name, title, html }: DescriptionModalProps) {
  const t = useDeferredText();
  return (
    <Modal name={name} title={title} closeLabel={t("event.close")}>
      <Html html={html} />
    </Modal>
  );
}
