import { useState } from "react";
import type { DraftSummary } from "@foyer/contract/office/catalogue/catalogue.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatAgo } from "../../shared/format/format.ts";
import { Section } from "../../shared/Page.tsx";
import { chapterName } from "./catalogueQueries.ts";
import { ChapterLink } from "./fields/ChapterLink.tsx";
import { NewChapterDialog } from "./begin/NewChapterDialog.tsx";
import css from "./catalogue.module.css";

type OtherChaptersProps = {
  readonly slug: string;
  /** The chapters other than events, including those of drafts. */
  readonly chapters: readonly string[];
  readonly drafts: readonly DraftSummary[];
  /** Keys that there are or were, as chapters. */
  readonly taken: readonly string[];
  /** The newest revision. */
  readonly revision: number;
  readonly canEdit: boolean;
};

/** All chapters but events. Venues, halls, code groups, pictures and discounts have forms; all can be edited as YAML. */
export function OtherChapters({ slug, chapters, drafts, taken, revision, canEdit }: OtherChaptersProps) {
  const [isAdding, setAdding] = useState(false);
  const drafted = new Map(drafts.map((draft) => [draft.chapter, draft]));
  return (
    <Section
      title="Everything else"
      actions={
        canEdit && (
          <Button size="small" onClick={() => setAdding(true)}>
            Add a chapter
          </Button>
        )
      }
    >
      <ul className={css.chapters}>
        {chapters.map((chapter) => {
          const draft = drafted.get(chapter);
          return (
            <li key={chapter}>
              <ChapterLink slug={slug} chapter={chapter}>
                {chapterName(chapter, draft?.name)}
              </ChapterLink>
              {draft && (
                <span className={css.draftState}>
                  <Tag tone={draft.is_removal ? "danger" : "brand"}>{draft.is_removal ? "To be removed" : "Draft"}</Tag>
                  <span className={css.quiet}>
                    {draft.changed_by}, {formatAgo(draft.changed_at)}
                  </span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {isAdding && (
        <NewChapterDialog
          slug={slug}
          taken={[...chapters, ...taken]}
          revision={revision}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  );
}
