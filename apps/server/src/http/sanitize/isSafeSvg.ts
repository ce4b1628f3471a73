/** Elements of static drawings: none that run scripts, embed documents, link or animate. */
const allowedElements = new Set([
  "svg",
  "g",
  "defs",
  "title",
  "desc",
  "symbol",
  "use",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "lineargradient",
  "radialgradient",
  "stop",
  "clippath",
  "mask",
  "pattern",
  "style",
  "filter",
  "fegaussianblur",
  "feoffset",
  "femerge",
  "femergenode",
  "feflood",
  "fecomposite",
  "feblend",
  "fecolormatrix",
  "marker",
]);

/** CSS functions of a drawing; `image-set()`, `src()`, `element()` and others can load or embed something. */
const allowedFunctions = new Set(
  "url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix var calc min max clamp translate translatex translatey scale scalex scaley rotate skew skewx skewy matrix not is where nth-child nth-of-type first-child last-child".split(
    " ",
  ),
);

/** The maximum number of elements to draw once every reference is followed. A logo has some hundreds. */
const maxDrawnElements = 20_000;

/** A tag and the text up to the next one. */
type Tag = {
  readonly name: string;
  readonly attributes: string;
  readonly text: string;
  readonly isClosing: boolean;
  readonly isEmpty: boolean;
};

/**
 * Whether an SVG is only a drawing. Refuses scripts, event handlers, embedded documents, external references, entities,
 * style sheets that load or hide anything, references that multiply without end, and every element that a logo does not
 * need. Checked at import and again when the file is sent.
 */
export const isSafeSvg = (bytes: Uint8Array): boolean => {
  const source = readSource(bytes);
  if (source === undefined || !/^\s*<svg[\s>]/i.test(source)) return false;
  // No doctype, no CDATA, no processing instructions, no numeric references that could hide a keyword.
  if (/<[!?]/.test(source) || /&(?!(?:amp|lt|gt|quot|apos);)/.test(source)) return false;
  const tags = readTags(source);
  if (!tags?.every(({ name }) => allowedElements.has(name))) return false;
  if (/[\s"'/](?:on[\w-]*|xml:base)\s*=/i.test(source)) return false;
  if (
    /(?:javascript|vbscript|data|file|https?|ftp)\s*:(?!\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink)["'])/i.test(source)
  )
    return false;
  for (const [, target = ""] of source.matchAll(/href\s*=\s*["']?([^"'\s>]*)/gi))
    if (!target.startsWith("#")) return false;
  return hasSafeCss(tags) && countDrawn(tags) <= maxDrawnElements;
};

const readSource = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.replace(/^\uFEFF?\s*<\?xml\s[^>]*\?>/, "").replace(/<!--[\s\S]*?-->/g, "");
  } catch {
    return undefined;
  }
};

/** Undefined for an unclosed tag, or for one with '>' in an attribute, since parsers may disagree on where it ends. */
const readTags = (source: string): readonly Tag[] | undefined => {
  const tags: Tag[] = [];
  for (const piece of source.split("<").slice(1)) {
    const end = piece.indexOf(">");
    const tag = piece.slice(0, Math.max(0, end));
    if (end < 0 || tag.split('"').length % 2 === 0 || (tag.split("'").length % 2 === 0 && !tag.includes('"')))
      return undefined;
    const isClosing = tag.startsWith("/");
    const [name = ""] = tag.slice(isClosing ? 1 : 0).split(/[\s/]/, 1);
    tags.push({
      name: name.toLowerCase(),
      attributes: isClosing ? "" : tag.slice(name.length),
      text: piece.slice(end + 1),
      isClosing,
      isEmpty: tag.endsWith("/"),
    });
  }
  return tags;
};

/**
 * Checks style sheets and attributes. Allows no escapes, which could spell any keyword, no comments and no at-rules,
 * only listed functions, and `url()` only for parts of the same file.
 */
const hasSafeCss = (tags: readonly Tag[]): boolean => {
  const sheets = tags.flatMap(({ name, isClosing, text }) => (name === "style" && !isClosing ? [text] : []));
  const styles = tags.flatMap(({ attributes }) =>
    [...attributes.matchAll(/\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/gi)].map(
      ([, one, other, bare]) => one ?? other ?? bare ?? "",
    ),
  );
  const css = [...sheets, ...styles].join("\n");
  if (/\\|\/\*|@|&|expression|behaviou?r|-moz-binding/i.test(css)) return false;
  for (const [, name = ""] of css.matchAll(/([\w-]+)\s*\(/g))
    if (!allowedFunctions.has(name.toLowerCase())) return false;
  // Attributes such as fill are CSS as well.
  return [...sheets, ...tags.map(({ attributes }) => attributes)].every(
    (text) => !text.includes("\\") && !/(?:url|src|image|image-set|element)\s*\(/i.test(withoutOwnUrls(text)),
  );
};

const withoutOwnUrls = (text: string): string => text.replace(/url\s*\(\s*["']?\s*#[\w.:-]+\s*["']?\s*\)/gi, "");

type Part = { own: number; readonly references: string[] };

/**
 * Counts the elements that are drawn when every reference is followed; Infinity if one leads to itself. A few levels of
 * references to references would take a browser minutes.
 */
const countDrawn = (tags: readonly Tag[]): number => {
  const parts = new Map<string, Part>();
  const root: Part = { own: 0, references: [] };
  const open: Part[] = [];
  for (const { attributes, isClosing, isEmpty } of tags) {
    if (isClosing) {
      open.pop();
      continue;
    }
    const part: Part = { own: 1, references: referencesIn(attributes) };
    const id = /\sid\s*=\s*["']?([^"'\s]+)/i.exec(attributes)?.[1];
    if (id !== undefined && !parts.has(id)) parts.set(id, part);
    if (open.length > maxDepth) return Infinity;
    for (const around of [root, ...open]) {
      around.own += 1;
      around.references.push(...part.references);
    }
    if (!isEmpty) open.push(part);
  }
  return drawnBy(root, parts, new Map(), new Set());
};

/** A logo is never nested deeper. */
const maxDepth = 50;

const referencesIn = (attributes: string): string[] =>
  [...attributes.matchAll(/(?:href\s*=\s*["']?|url\s*\(\s*["']?)\s*#([\w.:-]+)/gi)].map(([, id = ""]) => id);

const drawnBy = (part: Part, parts: ReadonlyMap<string, Part>, known: Map<Part, number>, path: Set<Part>): number => {
  const before = known.get(part);
  if (before !== undefined) return before;
  if (path.has(part)) return Infinity;
  path.add(part);
  let drawn = part.own;
  for (const id of part.references) {
    const used = parts.get(id);
    if (used) drawn += drawnBy(used, parts, known, path);
    if (drawn > maxDrawnElements) break;
  }
  path.delete(part);
  known.set(part, drawn);
  return drawn;
};
