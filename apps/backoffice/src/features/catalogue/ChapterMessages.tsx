import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { fieldName, type ChapterReply } from "./catalogueQueries.ts";
import type { Draft } from "./useDraft.ts";
import css from "./catalogue.module.css";

/** The errors of the edited chapter, and doubts about what may be a mistake. */
export function ChapterMessages({
  draft,
  read,
  problems,
  listsProblems = true,
}: {
  readonly draft: Draft;
  readonly read: ChapterReply;
  /** The problems of this chapter. */
  readonly problems: Draft["problems"];
  /** False if the screen shows them next to the fields. */
  readonly listsProblems?: boolean | undefined;
}) {
  const elsewhere = draft.problems.filter((problem) => !problems.includes(problem));
  const doubts = draft.doubts.filter((doubt) => problems.every(({ path }) => path !== doubt.path));
  return (
    <>
      {listsProblems && problems.length > 0 && (
        <Banner
          tone="warning"
          title={`${problems.length === 1 ? "One thing is" : `${problems.length} things are`} wrong`}
        >
          <ul className={css.messages}>
            {problems.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {fieldName(path)}: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {elsewhere.length > 0 && (
        <Banner tone="info">{`Other drafts have ${elsewhere.length === 1 ? "an error" : `${elsewhere.length} errors`}.`}</Banner>
      )}
      {doubts.length > 0 && (
        <Banner tone="info" title="Check these">
          <ul className={css.messages}>
            {doubts.map(({ chapter, path, message }) => (
              <li key={`${chapter} ${path} ${message}`}>
                {fieldName(path)} {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {read.conflicts.length > 0 && (
        <Banner tone="warning">
          Somebody has published different values for the same fields. You choose between them when you publish.
        </Banner>
      )}
    </>
  );
}
