import { use, useEffect, useEffectEvent, useRef } from "react";
import { useBlocker } from "@tanstack/react-router";
import type { CatalogueProblem } from "@foyer/contract/office/catalogue/catalogue.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { fieldName } from "../catalogueQueries.ts";
import { ChapterForm } from "../ChapterFields.tsx";
import { LeaveUnsaved } from "../LeaveUnsaved.tsx";
import type { Draft } from "../useDraft.ts";
import { useYamlText } from "./useYamlText.ts";
import css from "./YamlForm.module.css";

type YamlFormProps = {
  readonly chapter: string;
  readonly draft: Draft;
  /** The problems that the server finds in the draft. */
  readonly problems: readonly CatalogueProblem[];
  /** What may be a mistake in it. */
  readonly doubts: readonly CatalogueProblem[];
  readonly isReadOnly: boolean;
};

/** A chapter as text with line numbers. Text that cannot be parsed is reported and stays on the screen. */
export function YamlForm({ chapter, draft, problems, doubts, isReadOnly }: YamlFormProps) {
  const { text, type, unreadable, positionOf } = useYamlText(chapter, draft);
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = text.split("\n").length;
  const linesOf = (list: readonly CatalogueProblem[]): readonly LineProblem[] =>
    list.map(({ path, message }) => ({ line: positionOf(path).line, message: `${fieldName(path)} ${message}` }));
  const found = unreadable?.map(({ line, message }) => ({ line, message })) ?? linesOf(problems);
  const doubtful = unreadable ? [] : linesOf(doubts);
  const goTo = (line: number): void => {
    const start =
      text
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    const end = text.indexOf("\n", start);
    area.current?.focus();
    area.current?.setSelectionRange(start, end < 0 ? text.length : end);
  };
  const { sought } = use(ChapterForm);
  const seek = useEffectEvent((path: string) => goTo(positionOf(path).line));
  useEffect(() => {
    if (sought) seek(sought.path);
  }, [sought]);
  const marked = new Set(found.map(({ line }) => line));
  return (
    <>
      {found.length > 0 && (
        <Banner tone="warning" title={unreadable ? "This cannot be read, and is not saved" : "This is wrong"}>
          <LineList of={found} onGoTo={goTo} />
        </Banner>
      )}
      {doubtful.length > 0 && (
        <Banner tone="info" title="Check these">
          <LineList of={doubtful} onGoTo={goTo} />
        </Banner>
      )}
      <div className={css.editor}>
        <ol className={css.lines} aria-hidden>
          {Array.from({ length: lines }, (_, index) => (
            <li key={index} data-wrong={marked.has(index + 1) || undefined}>
              {index + 1}
            </li>
          ))}
        </ol>
        <textarea
          ref={area}
          className={css.text}
          aria-label="YAML of the chapter"
          aria-invalid={found.length > 0 || undefined}
          value={text}
          rows={lines + 1}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          readOnly={isReadOnly}
          onChange={({ target }) => type(target.value)}
        />
      </div>
      <KeepUnreadable isUnreadable={unreadable !== undefined} />
    </>
  );
}

type LineProblem = { readonly line: number; readonly message: string };
type ListProps = { readonly of: readonly LineProblem[]; readonly onGoTo: (line: number) => void };

const LineList = ({ of: list, onGoTo }: ListProps) => (
  <ul className={css.problems}>
    {list.map(({ line, message }) => (
      <li key={`${line} ${message}`}>
        <Button kind="text" size="small" onClick={() => onGoTo(line)}>
          Line {line}
        </Button>
        <span>{message}</span>
      </li>
    ))}
  </ul>
);

/** Asks before leaving: a text that cannot be parsed is not saved as a draft and would be lost. */
function KeepUnreadable({ isUnreadable }: { readonly isUnreadable: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: () => isUnreadable,
    enableBeforeUnload: () => isUnreadable,
    withResolver: true,
  });
  return (
    <LeaveUnsaved leaving={leaving}>
      The text cannot be read, so they could not be saved. If you leave now, you lose them.
    </LeaveUnsaved>
  );
}
