import type { ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useAction } from "../../shared/Form.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { PreviewAddress } from "./PreviewAddress.tsx";
import { describePreviewRefusal, openInTab, previewsQuery } from "./previewQueries.ts";

type PreviewSectionProps = {
  readonly slug: string;
  readonly title: string;
  readonly lead: string;
  /** The button's label without an open preview, and with one. */
  readonly labels: { readonly open: string; readonly refresh: string };
  /** Shown below the reader's own preview. */
  readonly children?: (preview_id: string) => ReactNode;
};

/** Opens the reader's preview in a new tab, or refreshes it with the current drafts. */
export function PreviewSection({ slug, title, lead, labels, children }: PreviewSectionProps) {
  const query = useQuery(previewsQuery(slug));
  const { data } = query;
  const { timezone } = useOwnSeller(slug);
  const open = useAction(() => openInTab(slug), describePreviewRefusal);
  const own = data?.previews.find(({ is_own }) => is_own);
  return (
    <Section
      title={title}
      lead={lead}
      actions={
        <Button size="small" busy={open.isBusy} disabled={!data} onClick={() => void open.run()}>
          {own ? labels.refresh : labels.open}
        </Button>
      }
    >
      <LoadState query={query} />
      {open.failure && <Banner tone="error">{open.failure.message}</Banner>}
      {own && <PreviewAddress slug={slug} preview={own} timezone={timezone} />}
      {own && children?.(own.id)}
    </Section>
  );
}
