import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { useKeys } from "../../shell/useKeys.ts";
import { ChapterActions } from "./ChapterActions.tsx";
import { ChapterForm } from "./ChapterFields.tsx";
import { ChapterMessages } from "./ChapterMessages.tsx";
import type { ChapterReply } from "./catalogueQueries.ts";
import { DraftConflictDialog } from "./ConflictChoices.tsx";
import { recordOf, type Loose } from "./document.ts";
import type { FieldSearch } from "./fields/ChapterLink.tsx";
import { seekField } from "./fields/seekField.ts";
import { LeaveUnsaved } from "./LeaveUnsaved.tsx";
import { SaveState } from "./SaveState.tsx";
import { useChapter } from "./useChapter.ts";
import { useDraft, type Draft } from "./useDraft.ts";

/** What a screen receives about the chapter that it edits. */
export type OpenedChapter = {
  readonly document: Loose;
  readonly draft: Draft;
  readonly read: ChapterReply;
  /** The problems of the fields on this screen. */
  readonly problems: Draft["problems"];
  /** What may be a mistake in them. */
  readonly doubts: Draft["doubts"];
  readonly isReadOnly: boolean;
};

type FrameProps = {
  readonly slug: string;
  readonly chapter: string;
  /** Shown until the chapter is read, and if it has no name of its own. */
  readonly title: string;
  readonly titleOf?: (document: Loose) => string;
  /** Selects the chapter's errors that belong to the screen, by path; all of them if absent. */
  readonly isShown?: (path: string) => boolean;
  /** False if the screen lists its errors and doubts itself. */
  readonly listsProblems?: boolean | undefined;
  /** False for a chapter that every catalogue must have. */
  readonly canRemove?: boolean | undefined;
  readonly links?: (opened: OpenedChapter) => ReactNode;
  /** The name of a removable chapter in a sentence. */
  readonly noun?: "event" | "venue" | "hall" | "chapter" | "group of codes" | "list of pictures";
  /** Shown if the catalogue does not have an optional chapter yet; without it, the address counts as not found. */
  readonly empty?: string;
  readonly children: (opened: OpenedChapter) => ReactNode;
};

/** The frame of a screen that edits a chapter of the catalogue, or part of one, as a draft that saves itself. */
export function ChapterFrame(props: FrameProps) {
  const { slug, chapter, title } = props;
  const { read, state, key, reopen } = useChapter(slug, chapter);
  if (read && !state.error) return <OpenFrame key={key} {...props} read={read} onReopen={reopen} />;
  return (
    <OfficePage title={title}>
      <LoadState query={state} skeleton="tile" count={3} />
    </OfficePage>
  );
}

type OpenProps = FrameProps & { readonly read: ChapterReply; readonly onReopen: () => Promise<void> };

function OpenFrame(props: OpenProps) {
  const { slug, chapter, title, titleOf, isShown = () => true, listsProblems, canRemove } = props;
  const { links, noun, empty, children, read, onReopen } = props;
  const draft = useDraft(slug, chapter, read);
  const { can } = useOwnSeller(slug);
  const navigate = useNavigate();
  useKeys({
    p: () => can("catalogue.publish") && navigate({ to: "/$slug/catalogue/publish", params: { slug } }),
  });
  const document = recordOf(draft.document);
  const isReadOnly = !can("catalogue.edit");
  const problems = draft.problems.filter((problem) => problem.chapter === chapter && isShown(problem.path));
  // A field with an error says no more than that.
  const doubts = draft.doubts.filter(
    ({ chapter: of, path }) => of === chapter && isShown(path) && problems.every((problem) => problem.path !== path),
  );
  const [sought, setSought] = useState<{ readonly path: string }>();
  const seek = (path: string): void => {
    setSought({ path });
    // What no form has is in the YAML.
    const toYaml = () =>
      navigate({ to: "/$slug/catalogue/chapter/$", params: { slug, _splat: chapter }, search: { field: path } });
    if (listsProblems !== false) seekField(path, () => void toYaml());
  };
  useSoughtInAddress((path) =>
    [...problems, ...doubts].some((one) => one.path === path) ? seek(path) : setSought({ path }),
  );
  const opened = { document, draft, read, problems, doubts, isReadOnly };
  if (noun && draft.document === null && read.published === null)
    return empty ? <OfficePage title={title}>{empty}</OfficePage> : <NoChapter slug={slug} noun={noun} />;
  return (
    <OfficePage
      title={titleOf?.(recordOf(draft.document ?? read.published)) ?? title}
      lead={<SaveState draft={draft} />}
      actions={
        <>
          {links?.(opened)}
          {!isReadOnly && (
            <ChapterActions
              slug={slug}
              chapter={chapter}
              draft={draft}
              read={read}
              onReopen={onReopen}
              canRemove={canRemove}
            />
          )}
        </>
      }
    >
      {draft.document === null && noun ? (
        <Banner tone="warning">{`This ${noun} will be removed. Discard the draft to keep it.`}</Banner>
      ) : (
        <ChapterForm value={{ problems, doubts, chapter, isReadOnly, sought }}>
          <ChapterMessages {...opened} onSeek={seek} listsProblems={listsProblems} />
          {children(opened)}
        </ChapterForm>
      )}
      <DraftConflictDialog draft={draft} />
      <LeaveUnsaved leaving={draft.leaving}>They could not be saved yet. If you leave now, you lose them.</LeaveUnsaved>
    </OfficePage>
  );
}

/** Called once with the field that the address names. */
const useSoughtInAddress = (onSought: (path: string) => void): void => {
  const { field }: FieldSearch = useSearch({ strict: false });
  const seek = useEffectEvent(onSought);
  useEffect(() => {
    if (field !== undefined) seek(field);
  }, [field]);
};

/** Shown for an outdated or mistyped address. */
function NoChapter({ slug, noun }: { readonly slug: string; readonly noun: string }) {
  return (
    <OfficePage title="Not found" lead={`The catalogue has no such ${noun}.`}>
      <Link to="/$slug/catalogue" params={{ slug }} {...buttonAttributes()}>
        Catalogue
      </Link>
    </OfficePage>
  );
}
