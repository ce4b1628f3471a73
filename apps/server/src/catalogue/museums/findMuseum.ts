import type { Museum } from "./lists.ts";
import { townNames } from "./places.ts";

/** 'The Wallace Collection, London' and 'Wallace–Collection London' are one. */
export const plainName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[’']/g, "'")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim()
    .replace(/^the /, "");

/** A shorter part of a name says too little. */
const shortestPart = 5;

/**
 * Finds the museum that an exhibition names. Names are compared without accents and punctuation, with the town behind
 * the last comma or without it; a museum that says its town elsewhere (its `location` or a tag) is not taken for a
 * namesake in another town. 'Lenbachhaus, München' is the one museum of München with that in its name.
 */
export const museumFinder = (museums: readonly Museum[]) => {
  const exact = new Map<string, Museum>();
  const byName = new Map<string, Museum[]>();
  const towns = new Set(townNames.map(plainName));
  for (const museum of museums) {
    for (const name of [museum.location, museum.name])
      if (name !== undefined && !exact.has(plainName(name))) exact.set(plainName(name), museum);
    const key = plainName(museum.name);
    byName.set(key, [...(byName.get(key) ?? []), museum]);
    // Topics among the tags are written small, towns are not.
    for (const tag of museum.tags ?? []) if (/^\p{Lu}/u.test(tag)) towns.add(plainName(tag));
  }
  const standsIn = (museum: Museum, town: string): boolean => {
    if (museum.location?.includes(","))
      return plainName(museum.location.slice(museum.location.lastIndexOf(",") + 1)) === town;
    const own = (museum.tags ?? []).map(plainName).filter((tag) => towns.has(tag));
    return own.length === 0 || own.includes(town) || !towns.has(town);
  };
  const isKnownIn = (museum: Museum, town: string): boolean =>
    [...(museum.tags ?? []), museum.location ?? ""]
      .map(plainName)
      .some((words) => words === town || words.endsWith(` ${town}`));
  return (location: string): Museum | undefined => {
    const whole = exact.get(plainName(location));
    if (whole) return whole;
    const comma = location.lastIndexOf(",");
    if (comma < 0) return undefined;
    const [name, town] = [plainName(location.slice(0, comma)), plainName(location.slice(comma + 1))];
    const same = byName.get(name)?.find((museum) => standsIn(museum, town));
    if (same || name.length < shortestPart) return same;
    const within = museums.filter(
      (museum) => ` ${plainName(museum.name)} `.includes(` ${name} `) && isKnownIn(museum, town),
    );
    return within.length === 1 ? within[0] : undefined;
  };
};
