import { Link, useNavigate } from "@tanstack/react-router";
import { discardDraft } from "@foyer/contract/office/catalogue/catalogue.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { forgetCatalogue, type ChapterReply } from "./catalogueQueries.ts";
import type { Draft } from "./useDraft.ts";

type Props = {
  readonly slug: string;
  readonly chapter: string;
  readonly read: ChapterReply;
  readonly draft: Draft;
  /** Reads the chapter anew, after its draft was discarded. */
  readonly onReopen: () => Promise<void>;
  /** False where a catalogue has to have the chapter. */
  readonly canRemove?: boolean | undefined;
};

/** What can be done with a chapter that is edited, besides editing it. */
export function ChapterActions({ slug, chapter, draft, read, onReopen, canRemove = true }: Props) {
  const show = useToast();
  const { can } = useOwnSeller(slug);
  const navigate = useNavigate();
  const discard = useAction(async () => {
    await callOffice(discardDraft, { chapter, version: draft.version }, slug);
    await forgetCatalogue(slug);
    show({ text: "The draft is discarded." });
    if (read.published === null) await navigate({ to: "/$slug/catalogue", params: { slug } });
    else await onReopen();
  });
  const isTaken = draft.document === null;
  return (
    <>
      {discard.failure && <Banner tone="error">{discard.failure.message}</Banner>}
      {draft.version > 0 && draft.state === "saved" && (
        <Button size="small" busy={discard.isBusy} onClick={() => void discard.run()}>
          Discard the draft
        </Button>
      )}
      {canRemove && read.published !== null && !isTaken && (
        <Button size="small" onClick={() => draft.edit(null)}>
          Remove
        </Button>
      )}
      {can("catalogue.publish") && (
        <Link
          to="/$slug/catalogue/publish"
          params={{ slug }}
          {...buttonAttributes({ kind: "primary", size: "small" })}
          aria-keyshortcuts="p"
        >
          Publish …
        </Link>
      )}
    </>
  );
}
