/** A JSON value; undefined if it is absent. */
type Value = unknown;

/** A chapter as it was when the draft was started, as it is published now, and as it is in the draft. */
export type ChapterSides = { readonly base: Value; readonly theirs: Value; readonly mine: Value };

/** A field that both sides changed. List entries in its path are named by their key: "groups.general.types.adult.price". */
export type MergeConflict = ChapterSides & { readonly path: string };

/** Which side to use for a field that both changed, by its path. */
export type MergeChoices = Readonly<Record<string, "mine" | "theirs">>;

type Keyed = { readonly key: string } & Readonly<Record<string, Value>>;
type Merge = { readonly conflicts: MergeConflict[]; readonly choices: MergeChoices };
type Sides = ChapterSides & { readonly path: readonly string[] };

const isRecord = (value: Value): value is Readonly<Record<string, Value>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether two JSON values are equal; the order of an object's fields does not matter. */
export const sameValue = (one: Value, other: Value): boolean => {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => sameValue(value, other[index]));
  if (!isRecord(one) || !isRecord(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameValue(one[name], other[name]));
};

const isKeyed = (value: Value): value is readonly Keyed[] =>
  Array.isArray(value) &&
  value.every((entry) => isRecord(entry) && typeof entry["key"] === "string") &&
  new Set(value.map((entry: Keyed) => entry.key)).size === value.length;

/**
 * Merges a draft with what was published since it was started: fields that only one side changed are taken from that side;
 * list entries are matched by `key`, never by position. `conflicts` are the fields that both changed, except those that
 * `choices` decides; `merged` has the draft's value for them.
 */
export const mergeChapter = (
  sides: ChapterSides,
  choices: MergeChoices = {},
): { readonly merged: Value; readonly conflicts: readonly MergeConflict[] } => {
  const merge: Merge = { conflicts: [], choices };
  return { merged: mergeValue(merge, { ...sides, path: [] }), conflicts: merge.conflicts };
};

const mergeValue = (merge: Merge, sides: Sides): Value => {
  const { base, theirs, mine } = sides;
  if (sameValue(theirs, mine) || sameValue(base, theirs)) return mine;
  if (sameValue(base, mine)) return theirs;
  if (isRecord(theirs) && isRecord(mine) && (base === undefined || isRecord(base)))
    return mergeRecord(merge, { base: base ?? {}, theirs, mine, path: sides.path });
  if (isKeyed(theirs) && isKeyed(mine) && (base === undefined || isKeyed(base)))
    return mergeList(merge, { base: base ?? [], theirs, mine, path: sides.path });
  return choose(merge, sides);
};

const choose = ({ conflicts, choices }: Merge, { path, base, theirs, mine }: Sides): Value => {
  const name = path.join(".");
  const choice = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (choice === undefined) conflicts.push({ path: name, base, theirs, mine });
  return choice === "theirs" ? theirs : mine;
};

type Of<T> = { readonly base: T; readonly theirs: T; readonly mine: T; readonly path: readonly string[] };

const mergeRecord = (merge: Merge, { base, theirs, mine, path }: Of<Readonly<Record<string, Value>>>): Value => {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const fields = [...names].map((name): [string, Value] => [
    name,
    mergeValue(merge, { base: base[name], theirs: theirs[name], mine: mine[name], path: [...path, name] }),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
};

const mergeList = (merge: Merge, { base, theirs, mine, path }: Of<readonly Keyed[]>): Value => {
  const [was, other, own] = [base, theirs, mine].map((list) => new Map(list.map((entry) => [entry.key, entry])));
  const order = mergeOrder(merge, {
    base: base.map(({ key }) => key),
    theirs: theirs.map(({ key }) => key),
    mine: mine.map(({ key }) => key),
    path,
  });
  return order.flatMap((key) => {
    const sides = { base: was?.get(key), theirs: other?.get(key), mine: own?.get(key), path: [...path, key] };
    const merged = mergeValue(merge, sides);
    return merged === undefined ? [] : [merged];
  });
};

/**
 * All keys of both sides, in the order of the side that changed it. Keys that only the other side has follow their
 * predecessor there.
 */
const mergeOrder = (merge: Merge, { base, theirs, mine, path }: Of<readonly string[]>): readonly string[] => {
  const common = new Set(base.filter((key) => theirs.includes(key) && mine.includes(key)));
  const [was, other, own] = [base, theirs, mine].map((keys) => keys.filter((key) => common.has(key)));
  const order = mergeValue(merge, { base: was, theirs: other, mine: own, path: [...path, "order"] });
  const [lead, rest] = sameValue(order, own) ? [mine, theirs] : [theirs, mine];
  const keys = [...lead];
  rest.forEach((key, index) => {
    if (keys.includes(key)) return;
    const before = rest[index - 1];
    keys.splice(before === undefined ? 0 : keys.indexOf(before) + 1, 0, key);
  });
  return keys;
};
