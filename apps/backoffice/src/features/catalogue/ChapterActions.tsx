import { Link, useNavigate } from "@tanstack/react-router";
import { discardDraft, saveDraft } from "@foyer/contract/office/catalogue/catalogue.ts";
import { Button, buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { ConfirmedButton } from "../../shared/dialog/ConfirmedButton.tsx";
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
  /** Reads the chapter again after its draft was discarded. */
  readonly onReopen: () => Promise<void>;
  /** False for a chapter that every catalogue must have. */
  readonly canRemove?: boolean | undefined;
};

/** The actions for a chapter besides editing it. */
export function ChapterActions({ slug, chapter, draft, read, onReopen, canRemove = true }: Props) {
  const show = useToast();
  const { can } = useOwnSeller(slug);
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await forgetCatalogue(slug);
    if (read.published === null) await navigate({ to: "/$slug/catalogue", params: { slug } });
    else await onReopen();
  };
  const discardIt = () => callOffice(discardDraft, { chapter, version: draft.version }, slug);
  const discard = useAction(async () => {
    const { document, revision } = draft;
    await discardIt();
    await leave();
    show({
      text: "The draft is discarded.",
      undo: async () => {
        await callOffice(saveDraft, { chapter, version: 0, revision, document }, slug);
        await forgetCatalogue(slug);
        if (read.published !== null) await onReopen();
      },
    });
  });
  const isDrafted = draft.version > 0 && draft.state === "saved";
  const isTaken = draft.document === null;
  // A draft that replaces an outdated one starts from the newest revision: one from an older revision would undo what was
  // published since.
  const isBehind = read.draft?.is_behind === true;
  return (
    <>
      {discard.failure && <Banner tone="error">{discard.failure.message}</Banner>}
      <ConfirmedButton
        isPossible={isDrafted && isBehind}
        label="Discard the draft"
        title="Discard the draft?"
        verb="Discard it"
        done="The draft is discarded."
        send={async () => {
          await discardIt();
          await leave();
        }}
      >
        <p>All changes in it are lost. It is based on an older revision, so it cannot be restored as it is.</p>
      </ConfirmedButton>
      {isDrafted && !isBehind && (
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
