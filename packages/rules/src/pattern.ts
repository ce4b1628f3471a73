/** Finds every place where a part of a pattern can end, given the places where it can begin. */
type Part = (text: string, from: ReadonlySet<number>) => ReadonlySet<number>;
type Reader = { readonly pattern: string; at: number };
type Read = { readonly part: Part; readonly depth: number };

const longestPattern = 200;
const mostRepeats = 100;
/** Repeats within repeats: each level multiplies the work by the length of the text. */
const deepestRepeat = 2;

/**
 * A regular expression that somebody else wrote, made safe to run: its work is bounded by the square of the text's
 * length, whatever the pattern. It knows letters, '.', classes, \d \w \s, groups, '|', '?', '*', '+', '{n,m}', '^' and
 * '$'. Undefined for a pattern that is malformed, too long, repeats within repeats of repeats, or uses anything else
 * (look-around, back-references). The whole text must match, as for an input's `pattern`.
 */
export const safePattern = (pattern: string): ((text: string) => boolean) | undefined => {
  if (pattern.length > longestPattern) return undefined;
  const reader: Reader = { pattern, at: 0 };
  const read = either(reader);
  if (!read || read.depth > deepestRepeat || reader.at < pattern.length) return undefined;
  return (text) => read.part(text, new Set([0])).has(text.length);
};

const peek = ({ pattern, at }: Reader): string | undefined => pattern[at];
const take = (reader: Reader): string | undefined => reader.pattern[reader.at++];

/** a|b */
const either = (reader: Reader): Read | undefined => {
  const branches: Read[] = [];
  do {
    const branch = sequence(reader);
    if (!branch) return undefined;
    branches.push(branch);
  } while (peek(reader) === "|" && take(reader));
  return {
    depth: Math.max(...branches.map(({ depth }) => depth)),
    part: (text, from) => new Set(branches.flatMap(({ part }) => [...part(text, from)])),
  };
};

/** ab */
const sequence = (reader: Reader): Read | undefined => {
  const parts: Read[] = [];
  for (let next = peek(reader); next !== undefined && next !== "|" && next !== ")"; next = peek(reader)) {
    const one = repeated(reader);
    if (!one) return undefined;
    parts.push(one);
  }
  return {
    depth: Math.max(0, ...parts.map(({ depth }) => depth)),
    part: (text, from) => parts.reduce((places, { part }) => (places.size === 0 ? places : part(text, places)), from),
  };
};

/** a? a* a+ a{2,4} */
const repeated = (reader: Reader): Read | undefined => {
  const one = single(reader);
  if (!one) return undefined;
  const counted = /^(?:\?|\*|\+|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})/.exec(reader.pattern.slice(reader.at));
  if (!counted) return one;
  reader.at += counted[0].length;
  const [sign, low, comma, high] = counted;
  const least = low === undefined ? (sign === "+" ? 1 : 0) : Number(low);
  const most = sign === "?" ? 1 : low === undefined || (comma && high === undefined) ? Infinity : Number(high ?? low);
  if (least > mostRepeats || most < least || (most > mostRepeats && most !== Infinity)) return undefined;
  // A second sign would make it lazy or possessive: of no use where only the whole counts.
  if (/[?*+{]/.test(peek(reader) ?? "")) return undefined;
  return { depth: one.depth + 1, part: repeat(one.part, least, most) };
};

const repeat =
  (part: Part, least: number, most: number): Part =>
  (text, from) => {
    let places = from;
    for (let count = 0; count < least && places.size > 0; count++) places = part(text, places);
    const all = new Set(places);
    for (let count = least; count < most && places.size > 0; count++) {
      places = new Set([...part(text, places)].filter((place) => !all.has(place)));
      for (const place of places) all.add(place);
    }
    return all;
  };

const where =
  (fits: (text: string, place: number) => boolean, step: 0 | 1): Part =>
  (text, from) =>
    new Set([...from].filter((place) => fits(text, place)).map((place) => place + step));
const letter = (fits: (letter: string) => boolean): Read => ({
  depth: 0,
  part: where((text, place) => place < text.length && fits(text.charAt(place)), 1),
});

const single = (reader: Reader): Read | undefined => {
  const sign = take(reader);
  switch (sign) {
    case "^":
      return { depth: 0, part: where((_, place) => place === 0, 0) };
    case "$":
      return { depth: 0, part: where((text, place) => place === text.length, 0) };
    case ".":
      return letter(() => true);
    case "(":
      return group(reader);
    case "[":
      return oneOf(reader);
    case "\\":
      return escaped(reader);
    case undefined:
    case "?":
    case "*":
    case "+":
    case "{":
    case "}":
    case "]":
      return undefined;
    default:
      return letter((one) => one === sign);
  }
};

const group = (reader: Reader): Read | undefined => {
  if (peek(reader) === "?") {
    if (!reader.pattern.startsWith("?:", reader.at)) return undefined;
    reader.at += 2;
  }
  const inner = either(reader);
  return inner && take(reader) === ")" ? inner : undefined;
};

const classes: Readonly<Record<string, RegExp>> = { d: /\d/, D: /\D/, w: /\w/, W: /\W/, s: /\s/, S: /\S/ };

const escaped = (reader: Reader): Read | undefined => {
  const sign = take(reader);
  const known = classes[sign ?? ""];
  if (known) return letter((one) => known.test(one));
  return sign === undefined || /[A-Za-z0-9]/.test(sign) ? undefined : letter((one) => one === sign);
};

/** [A-Z\d-]: read with care, then left to the engine, which takes one letter at a time of it. */
const oneOf = (reader: Reader): Read | undefined => {
  const found = /^\^?(?:[^\\\]]|\\[dDwWsS]|\\[^A-Za-z0-9])+\]/.exec(reader.pattern.slice(reader.at));
  if (!found) return undefined;
  reader.at += found[0].length;
  try {
    const set = new RegExp(`^[${found[0]}$`);
    return letter((one) => set.test(one));
  } catch {
    return undefined;
  }
};
