import type { Museum } from "./museumLists.ts";
import { townNames } from "./countries.ts";

/** Treats 'The Wallace Collection, London' and 'Wallace–Collection London' as equal. */
export const normalizeMuseumName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[’']/g, "'")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim()
    .replace(/^the /, "");

/** A shorter part of a name is ambiguous. */
const minNameLength = 5;

/**
 * Finds the museum that an exhibition names. Names are compared without accents and punctuation, with or without the
 * town after the last comma. A museum whose `location` or tags name another town does not match. A part of a name
 * matches if only one museum of the town contains it, for example 'Lenbachhaus, München'.
 */
export const museumFinder = (museums: readonly Museum[]) => {
  const exact = new Map<string, Museum>();
  const byName = new Map<string, Museum[]>();
  const towns = new Set(townNames.map(normalizeMuseumName));
  for (const museum of museums) {
    for (const name of [museum.location, museum.name])
      if (name !== undefined && !exact.has(normalizeMuseumName(name))) exact.set(normalizeMuseumName(name), museum);
    const key = normalizeMuseumName(museum.name);
    byName.set(key, [...(byName.get(key) ?? []), museum]);
    // In the tags, topics are in lower case and towns are capitalised.
    for (const tag of museum.tags ?? []) if (/^\p{Lu}/u.test(tag)) towns.add(normalizeMuseumName(tag));
  }
  const isInTown = (museum: Museum, town: string): boolean => {
    if (museum.location?.includes(","))
      return normalizeMuseumName(museum.location.slice(museum.location.lastIndexOf(",") + 1)) === town;
    const ownTowns = (museum.tags ?? []).map(normalizeMuseumName).filter((tag) => towns.has(tag));
    return ownTowns.length === 0 || ownTowns.includes(town) || !towns.has(town);
  };
  const isKnownIn = (museum: Museum, town: string): boolean =>
    [...(museum.tags ?? []), museum.location ?? ""]
      .map(normalizeMuseumName)
      .some((words) => words === town || words.endsWith(` ${town}`));
  return (location: string): Museum | undefined => {
    const exactMatch = exact.get(normalizeMuseumName(location));
    if (exactMatch) return exactMatch;
    const comma = location.lastIndexOf(",");
    if (comma < 0) return undefined;
    const [name, town] = [
      normalizeMuseumName(location.slice(0, comma)),
      normalizeMuseumName(location.slice(comma + 1)),
    ];
    const sameName = byName.get(name)?.find((museum) => isInTown(museum, town));
    if (sameName || name.length < minNameLength) return sameName;
    const containing = museums.filter(
      (museum) => ` ${normalizeMuseumName(museum.name)} `.includes(` ${name} `) && isKnownIn(museum, town),
    );
    return containing.length === 1 ? containing[0] : undefined;
  };
};
