import { useState } from "react";
import { sameValue } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { readChapterYaml, writeChapterYaml, type YamlProblem } from "@foyer/rules/catalog/editing/chapterYaml.ts";
import type { TextPosition } from "@foyer/rules/catalog/editing/yamlPosition.ts";
import type { Draft } from "../useDraft.ts";

type Typed = {
  readonly text: string;
  /** The value of the text, or of its last version that could be parsed. */
  readonly value: unknown;
  readonly positionOf: (path: string) => TextPosition;
  readonly unreadable?: readonly YamlProblem[];
};

const atStart = (): TextPosition => ({ line: 1, column: 1 });

const read = (text: string, key: string | undefined, before: Pick<Typed, "value" | "positionOf">): Typed => {
  const result = readChapterYaml(text, key);
  if ("problems" in result) return { ...before, text, unreadable: result.problems };
  return { text, value: result.value, positionOf: result.positionOf };
};

/** The key of a chapter that contains its own key; other chapters are stored under their key. */
const keyIn = (chapter: string): string | undefined => {
  const [kind, key] = chapter.split("/");
  return kind === "event" || kind === "code_group" ? key : undefined;
};

/**
 * A draft as editable text. The text stays as typed; it is replaced only if somebody else changes the draft, and not while
 * it cannot be parsed.
 */
export const useYamlText = (chapter: string, { document, edit }: Draft) => {
  const key = keyIn(chapter);
  const written = (): Typed => ({
    ...read(writeChapterYaml(document), key, { value: document, positionOf: atStart }),
    value: document,
  });
  const [typed, setTyped] = useState(written);
  if (typed.unreadable === undefined && !sameValue(typed.value, document)) setTyped(written());
  const type = (text: string): void => {
    const next = read(text, key, typed);
    setTyped(next);
    if (next.unreadable === undefined) edit(next.value);
  };
  return { text: typed.text, type, unreadable: typed.unreadable, positionOf: typed.positionOf };
};
