import { useState } from "react";
import type { CataloguePreview } from "@foyer/contract/office/catalogue/previews.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { CopyButton } from "../../shared/dialog/CopyButton.tsx";
import { formatMoment } from "../../shared/format/format.ts";
import { EndPreviewDialog } from "./EndPreviewDialog.tsx";
import css from "./Previews.module.css";

type PreviewProps = { readonly slug: string; readonly preview: CataloguePreview; readonly timezone: string };

/** The secret address of a preview, to open and to copy, its end, and a button to end it now. */
export function PreviewAddress({ slug, preview, timezone }: PreviewProps) {
  const [isEnding, setEnding] = useState(false);
  const { address, opened_by, is_own, ends_at } = preview;
  const of = is_own ? "your preview" : `the preview of ${opened_by}`;
  return (
    <div className={css.preview}>
      <p className={css.address}>{address}</p>
      <p className={css.quiet}>
        Opened by {is_own ? "you" : opened_by}. Ends on {formatMoment(ends_at, timezone)}.
      </p>
      <div className={css.actions}>
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open ${of} in a new tab`}
          {...buttonAttributes({ size: "small" })}
        >
          Open in a new tab
        </a>
        <CopyButton size="small" text={address} aria-label={`Copy the address of ${of}`}>
          Copy the address
        </CopyButton>
        <Button size="small" aria-label={`End ${of}`} onClick={() => setEnding(true)}>
          End preview
        </Button>
      </div>
      {isEnding && <EndPreviewDialog slug={slug} preview={preview} onClose={() => setEnding(false)} />}
    </div>
  );
}
