import type { DrawnShape } from "./svgSeats.ts";

/** Elements whose content is not drawn in place. */
const notDrawn = new Set(["defs", "clipPath", "mask", "pattern", "symbol", "marker"]);
const seatShapes = new Set(["circle", "ellipse", "rect"]);

type Attributes = ReadonlyMap<string, string>;
type Opened = { readonly name: string; readonly transforms: readonly string[]; readonly isDrawn: boolean };

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");

const attributesOf = (text: string): Attributes =>
  new Map(
    [...text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = "", double, single]) => [
      name,
      unescaped(double ?? single ?? ""),
    ]),
  );

const middleOf = (name: string, attributes: Attributes): { readonly x: number; readonly y: number } => {
  const number = (attribute: string): number => Number.parseFloat(attributes.get(attribute) ?? "0");
  return name === "rect"
    ? { x: number("x") + number("width") / 2, y: number("y") + number("height") / 2 }
    : { x: number("cx"), y: number("cy") };
};

/** Sections that are not tags, with their end markers. */
const passages = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
  ["<!", ">"],
] as const;

/** The end of a tag: quoted values can contain '>'. */
const tagEnd = (text: string, from: number): number => {
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at;
  }
  return -1;
};

/** The tags of a text in order, without their angle brackets; stops at a tag without an end. */
const tagsOf = (text: string): readonly string[] => {
  const tags: string[] = [];
  let at = text.indexOf("<");
  while (at >= 0) {
    const start = at;
    const passage = passages.find(([begin]) => text.startsWith(begin, start));
    const end = passage ? text.indexOf(passage[1], start) : tagEnd(text, start);
    if (end < 0) break;
    if (!passage) tags.push(text.slice(start + 1, end));
    at = text.indexOf("<", end + (passage?.[1].length ?? 1));
  }
  return tags;
};

/**
 * The circles, ellipses and rectangles of an SVG drawing. Only numbers and names are extracted: nothing in the text is
 * executed, loaded or stored. Undefined if it is not an SVG.
 */
export const readSvg = (text: string): readonly DrawnShape[] | undefined => {
  const shapes: DrawnShape[] = [];
  const opened: Opened[] = [];
  let isSvg = false;
  for (const tag of tagsOf(text)) {
    const isEnd = tag.startsWith("/");
    const [name = ""] = /^[\w:.-]+/.exec(isEnd ? tag.slice(1) : tag) ?? [];
    if (opened.length === 0 && !isSvg) {
      if (name !== "svg") return undefined;
      isSvg = true;
    }
    if (isEnd) {
      const at = opened.findLastIndex((one) => one.name === name);
      if (at >= 0) opened.length = at;
      continue;
    }
    const attributes = attributesOf(tag);
    const around = opened.at(-1);
    const own = attributes.get("transform");
    const transforms = [...(around?.transforms ?? []), ...(own === undefined ? [] : [own])];
    const isDrawn = (around?.isDrawn ?? true) && !notDrawn.has(name);
    if (isDrawn && seatShapes.has(name))
      shapes.push({
        ...middleOf(name, attributes),
        id: attributes.get("id") ?? "",
        section: attributes.get("data-section") ?? null,
        row: attributes.get("data-row") ?? null,
        seat: attributes.get("data-seat") ?? null,
        transforms,
      });
    if (!tag.endsWith("/")) opened.push({ name, transforms, isDrawn });
  }
  return isSvg ? shapes : undefined;
};
