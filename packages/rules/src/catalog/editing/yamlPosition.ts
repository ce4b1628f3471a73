import { isAlias, isMap, isScalar, isSeq, type Document, type LineCounter, type Node, type Pair } from "yaml";

/** A position in a text; line and column count from 1. */
export type TextPosition = { readonly line: number; readonly column: number };

export const positionAt = (lines: LineCounter, offset: number): TextPosition => {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
};

/**
 * The offset of a path in the text of a YAML document: of a field's name or a list entry. If it is missing, the offset of
 * its nearest existing parent.
 */
export const offsetOfPath = (document: Document.Parsed, path: readonly (string | number)[]): number => {
  let node: unknown = document.contents;
  let offset = startOffset(node) ?? document.range[0];
  for (const step of path) {
    const container: unknown = isAlias(node) ? node.resolve(document) : node;
    if (isMap(container)) {
      const pair = container.items.find(
        ({ key }) => (isScalar(key) ? String(key.value) : String(key)) === String(step),
      ) as Pair<unknown, unknown> | undefined;
      if (!pair) return offset;
      offset = startOffset(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(container)) {
      node = container.items[Number(step)];
      offset = startOffset(node) ?? offset;
    } else return offset;
  }
  return offset;
};

const startOffset = (node: unknown): number | undefined => (node as Node | null)?.range?.[0];
