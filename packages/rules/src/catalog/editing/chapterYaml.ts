import { LineCounter, parseDocument, stringify } from "yaml";
import { offsetOfPath, positionAt, type TextPosition } from "./yamlPosition.ts";

/** A problem in a text, and its position. */
export type YamlProblem = TextPosition & { readonly message: string };

/** The parsed value, or the problems that prevent parsing. */
export type ReadYaml =
  | { readonly value: unknown; readonly positionOf: (path: string) => TextPosition }
  | { readonly problems: readonly YamlProblem[] };

/** A chapter of a catalogue as YAML, as the download of the whole catalogue writes it. */
export const writeChapterYaml = (chapter: unknown): string =>
  stringify(chapter, { lineWidth: 0, aliasDuplicateObjects: false });

/**
 * Reads a chapter from YAML. `positionOf` finds the position of a field by its path in the chapter, such as
 * 'groups[0].types[1].price', or of the nearest existing parent. `key` is the chapter's key, which the text cannot change.
 */
export const readChapterYaml = (text: string, key?: string): ReadYaml => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number, message: string): YamlProblem => ({ ...positionAt(lines, offset), message });
  if (document.errors.length > 0)
    return { problems: document.errors.map(({ pos: [offset], message }) => at(offset, message)) };
  const atPath = (path: string): number => offsetOfPath(document, stepsOf(path));
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    return { problems: [at(0, error instanceof Error ? error.message : String(error))] };
  }
  if (value === null || value === undefined) return { problems: [at(0, "Nothing is written here.")] };
  if (key !== undefined && keyOf(value) !== key)
    return { problems: [at(atPath("key"), `The key is '${key}' and cannot be changed.`)] };
  return { value, positionOf: (path) => positionAt(lines, atPath(path)) };
};

const keyOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "key" in value ? value.key : undefined;

/** 'groups[0].types' becomes ['groups', 0, 'types']. */
const stepsOf = (path: string): readonly (string | number)[] =>
  [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)));
