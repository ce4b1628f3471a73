import { useState } from "react";
import { sameValue } from "@foyer/rules/catalog/editing/mergeChapter.ts";
import { readChapterYaml, writeChapterYaml, type YamlProblem } from "@foyer/rules/catalog/editing/chapterYaml.ts";
import type { TextPosition } from "@foyer/rules/catalog/editing/yamlPosition.ts";
import type { Draft } from "../useDraft.ts";

type Typed = {
  readonly text: string;
  /** What it says, or said when it could be read last. */
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

/** Chapters that hold their own key; of the others it is the name under which they stand. */
const keyIn = (chapter: string): string | undefined => {
  const [kind, key] = chapter.split("/");
  return kind === "event" || kind === "code_group" ? key : undefined;
};

/**
 * A draft as text that is typed. The text stays as it was typed; it is written anew only where the draft changes by somebody
 * else, and then not while it cannot be read.
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
