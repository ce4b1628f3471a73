import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Document, type Node } from "yaml";
import { positionAt, type TextPosition } from "@foyer/rules/catalog/editing/yamlPosition.ts";
import { formatPath, type Path } from "./problems.ts";

type TextProblem = TextPosition & { readonly message: string };
/** One document of a text, of any shape. Plain data, so that it can be sent between threads. */
export type TextDocument = {
  readonly value: unknown;
  /**
   * The positions of fields and entries, by their path as text. Anything reached through an alias has the alias's
   * position.
   */
  readonly positions: ReadonlyMap<string, TextPosition>;
};
/** The readable documents of a YAML or JSON text, and the problems of the others. */
export type ReadDocuments = { readonly documents: readonly TextDocument[]; readonly problems: readonly TextProblem[] };

export const readDocuments = (text: string): ReadDocuments => {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false });
  const documents: TextDocument[] = [];
  const problems: TextProblem[] = [];
  for (const document of Array.isArray(parsed) ? parsed : []) {
    for (const { pos, message } of document.errors) problems.push({ ...positionAt(lines, pos[0]), message });
    if (document.errors.length > 0) continue;
    const positions = positionsOf(document, lines);
    try {
      documents.push({ value: document.toJS(), positions });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      problems.push({ ...(positions.get("") ?? { line: 1, column: 1 }), message });
    }
  }
  return { documents, problems };
};

const offsetOf = (node: unknown): number | undefined => (node as Node | null)?.range?.[0];

const positionsOf = (document: Document.Parsed, lines: LineCounter): Map<string, TextPosition> => {
  const positions = new Map([["", positionAt(lines, offsetOf(document.contents) ?? document.range[0])]]);
  const add = (node: unknown, path: Path): void => {
    const enter = (step: string | number, at: number | undefined, value: unknown) => {
      const inner = [...path, step];
      if (at !== undefined) positions.set(formatPath(inner), positionAt(lines, at));
      add(value, inner);
    };
    if (isMap(node))
      for (const { key, value } of node.items)
        enter(isScalar(key) ? String(key.value) : String(key), offsetOf(key), value);
    else if (isSeq(node)) for (const [index, item] of node.items.entries()) enter(index, offsetOf(item), item);
  };
  add(document.contents, []);
  return positions;
};

/** The position of a path. If it is missing, the position of the nearest parent. */
export const positionOf = ({ positions }: TextDocument, path: Path): TextPosition => {
  for (let length = path.length; length > 0; length--) {
    const found = positions.get(formatPath(path.slice(0, length)));
    if (found) return found;
  }
  return positions.get("") ?? { line: 1, column: 1 };
};
