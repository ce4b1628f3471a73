import { endPreview, type CataloguePreview } from "@foyer/contract/office/catalogue/previews.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { useAction } from "../../shared/Form.tsx";
import { refreshPreviews } from "./previewQueries.ts";

type EndPreviewProps = {
  readonly slug: string;
  readonly preview: CataloguePreview;
  readonly onClose: () => void;
};

export function EndPreviewDialog({ slug, preview, onClose }: EndPreviewProps) {
  const end = useAction(async () => {
    await callOffice(endPreview, { preview_id: preview.id }, slug);
    onClose();
    await refreshPreviews(slug);
  });
  return (
    <Dialog title="End this preview?" onClose={onClose}>
      {end.failure && <Banner tone="error">{end.failure.message}</Banner>}
      <p>Its address stops working for everybody who has it, and what was bought in it is deleted. The drafts stay.</p>
      <SubmitActions
        onCancel={onClose}
        cancel="Keep it"
        kind="danger"
        busy={end.isBusy}
        onSubmit={() => void end.run()}
      >
        End preview
      </SubmitActions>
    </Dialog>
  );
}
