/** All positions where a part of the pattern can end, given the positions where it can begin. */
type Matcher = (text: string, from: ReadonlySet<number>) => ReadonlySet<number>;
type Reader = { readonly pattern: string; at: number };
type ParsedPattern = { readonly part: Matcher; readonly depth: number };

const maxPatternLength = 200;
const maxRepeats = 100;
/** Nested repeats: each level multiplies the work by the length of the text. */
const maxRepeatDepth = 2;

/**
 * Compiles a regular expression from an untrusted author. Its work is bounded by the square of the text's length.
 * Supported: letters, '.', classes, \d \w \s, groups, '|', '?', '*', '+', '{n,m}', '^' and '$'. Undefined if the
 * pattern is malformed, too long, nests repeats more than twice, or uses anything else (look-around,
 * back-references). The whole text must match, as for an input's `pattern`.
 */
export const safePattern = (pattern: string): ((text: string) => boolean) | undefined => {
  if (pattern.length > maxPatternLength) return undefined;
  const reader: Reader = { pattern, at: 0 };
  const read = parseAlternatives(reader);
  if (!read || read.depth > maxRepeatDepth || reader.at < pattern.length) return undefined;
  return (text) => read.part(text, new Set([0])).has(text.length);
};

const peek = ({ pattern, at }: Reader): string | undefined => pattern[at];
const take = (reader: Reader): string | undefined => reader.pattern[reader.at++];

/** a|b */
const parseAlternatives = (reader: Reader): ParsedPattern | undefined => {
  const branches: ParsedPattern[] = [];
  do {
    const branch = parseSequence(reader);
    if (!branch) return undefined;
    branches.push(branch);
  } while (peek(reader) === "|" && take(reader));
  return {
    depth: Math.max(...branches.map(({ depth }) => depth)),
    part: (text, from) => new Set(branches.flatMap(({ part }) => [...part(text, from)])),
  };
};

/** ab */
const parseSequence = (reader: Reader): ParsedPattern | undefined => {
  const parts: ParsedPattern[] = [];
  for (let next = peek(reader); next !== undefined && next !== "|" && next !== ")"; next = peek(reader)) {
    const one = parseRepeated(reader);
    if (!one) return undefined;
    parts.push(one);
  }
  return {
    depth: Math.max(0, ...parts.map(({ depth }) => depth)),
    part: (text, from) =>
      parts.reduce((positions, { part }) => (positions.size === 0 ? positions : part(text, positions)), from),
  };
};

/** a? a* a+ a{2,4} */
const parseRepeated = (reader: Reader): ParsedPattern | undefined => {
  const one = parseSingle(reader);
  if (!one) return undefined;
  const counted = /^(?:\?|\*|\+|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})/.exec(reader.pattern.slice(reader.at));
  if (!counted) return one;
  reader.at += counted[0].length;
  const [sign, low, comma, high] = counted;
  const least = low === undefined ? (sign === "+" ? 1 : 0) : Number(low);
  const most = sign === "?" ? 1 : low === undefined || (comma && high === undefined) ? Infinity : Number(high ?? low);
  if (least > maxRepeats || most < least || (most > maxRepeats && most !== Infinity)) return undefined;
  // A second quantifier would make it lazy or possessive, which makes no difference when the whole text must match.
  if (/[?*+{]/.test(peek(reader) ?? "")) return undefined;
  return { depth: one.depth + 1, part: repeatMatcher(one.part, least, most) };
};

const repeatMatcher =
  (part: Matcher, least: number, most: number): Matcher =>
  (text, from) => {
    let positions = from;
    for (let count = 0; count < least && positions.size > 0; count++) positions = part(text, positions);
    const all = new Set(positions);
    for (let count = least; count < most && positions.size > 0; count++) {
      positions = new Set([...part(text, positions)].filter((position) => !all.has(position)));
      for (const position of positions) all.add(position);
    }
    return all;
  };

const advanceWhere =
  (fits: (text: string, position: number) => boolean, step: 0 | 1): Matcher =>
  (text, from) =>
    new Set([...from].filter((position) => fits(text, position)).map((position) => position + step));
const characterMatcher = (fits: (letter: string) => boolean): ParsedPattern => ({
  depth: 0,
  part: advanceWhere((text, position) => position < text.length && fits(text.charAt(position)), 1),
});

const parseSingle = (reader: Reader): ParsedPattern | undefined => {
  const sign = take(reader);
  switch (sign) {
    case "^":
      return { depth: 0, part: advanceWhere((_, position) => position === 0, 0) };
    case "$":
      return { depth: 0, part: advanceWhere((text, position) => position === text.length, 0) };
    case ".":
      return characterMatcher(() => true);
    case "(":
      return parseGroup(reader);
    case "[":
      return parseClass(reader);
    case "\\":
      return parseEscape(reader);
    case undefined:
    case "?":
    case "*":
    case "+":
    case "{":
    case "}":
    case "]":
      return undefined;
    default:
      return characterMatcher((one) => one === sign);
  }
};

const parseGroup = (reader: Reader): ParsedPattern | undefined => {
  if (peek(reader) === "?") {
    if (!reader.pattern.startsWith("?:", reader.at)) return undefined;
    reader.at += 2;
  }
  const inner = parseAlternatives(reader);
  return inner && take(reader) === ")" ? inner : undefined;
};

const classes: Readonly<Record<string, RegExp>> = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ };

const parseEscape = (reader: Reader): ParsedPattern | undefined => {
  const sign = take(reader);
  const known = classes[sign ?? ""];
  if (known) return characterMatcher((one) => known.test(one));
  return sign === undefined || /[A-Za-z0-9]/.test(sign) ? undefined : characterMatcher((one) => one === sign);
};

/** [A-Z\d-]: validated here, then matched by the engine one character at a time. */
const parseClass = (reader: Reader): ParsedPattern | undefined => {
  const found = /^\^?(?:[^\\\]]|\\[dDwWsS]|\\[^A-Za-z0-9])+\]/.exec(reader.pattern.slice(reader.at));
  if (!found) return undefined;
  reader.at += found[0].length;
  try {
    const set = new RegExp(`^[${found[0]}$`);
    return characterMatcher((one) => set.test(one));
  } catch {
    return undefined;
  }
};
