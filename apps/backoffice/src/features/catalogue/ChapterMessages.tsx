import { useState } from "react";
import type { CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { fieldName, type ChapterReply } from "./catalogueQueries.ts";
import type { Draft } from "./useDraft.ts";
import css from "./catalogue.module.css";

type MessagesProps = {
  readonly draft: Draft;
  readonly read: ChapterReply;
  /** The problems and doubts of the fields on this screen. */
  readonly problems: Draft["problems"];
  readonly doubts: Draft["doubts"];
  /** False if the screen lists them itself. */
  readonly listsProblems?: boolean | undefined;
  /** Shows a field, by its path. */
  readonly onSeek: (path: string) => void;
};

/** The errors of the edited chapter, and what may be a mistake. Each leads to its field, which says it too. */
export function ChapterMessages({ draft, read, problems, doubts, listsProblems = true, onSeek }: MessagesProps) {
  const elsewhere = draft.problems.length - problems.length;
  return (
    <>
      {listsProblems && problems.length > 0 && (
        <Banner
          tone="warning"
          title={`${problems.length === 1 ? "One thing is" : `${problems.length} things are`} wrong`}
        >
          <FieldList of={problems} onSeek={onSeek} />
        </Banner>
      )}
      {elsewhere > 0 && (
        <Banner tone="info">{`Other drafts have ${elsewhere === 1 ? "an error" : `${elsewhere} errors`}.`}</Banner>
      )}
      {listsProblems && doubts.length > 0 && (
        <Banner tone="info" title="Check these">
          <FieldList of={doubts} onSeek={onSeek} />
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

/** So many are listed at first, so that the form stays in view. */
const maxListed = 5;

type ListProps = { readonly of: readonly CatalogueProblem[]; readonly onSeek: (path: string) => void };

function FieldList({ of: list, onSeek }: ListProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <ul className={css.messages}>
      {(isOpen ? list : list.slice(0, maxListed)).map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path === "" ? (
            `${fieldName(path)}:`
          ) : (
            <button type="button" className={css.seek} onClick={() => onSeek(path)}>
              {fieldName(path)}:
            </button>
          )}{" "}
          {message}
        </li>
      ))}
      {!isOpen && list.length > maxListed && (
        <li>
          <Button kind="text" size="small" onClick={() => setOpen(true)}>{`Show all ${list.length}`}</Button>
        </li>
      )}
    </ul>
  );
}
