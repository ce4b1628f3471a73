import { endPreview, type CataloguePreview } from "@foyer/contract/office/catalogue/previews.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { useAction } from "../../shared/Form.tsx";
import { refreshPreviews } from "./previewQueries.ts";
import css from "./Previews.module.css";

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
      <div className={css.actions}>
        <Button kind="danger" busy={end.isBusy} onClick={() => void end.run()}>
          End preview
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </div>
    </Dialog>
  );
}
