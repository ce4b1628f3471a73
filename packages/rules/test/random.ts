/** A generator of random numbers from a seed, so that a failure can be repeated. */
export const randomFrom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
/** The list in a random order. */
export const shuffled = <T>(list: readonly T[], random: () => number): T[] =>
  list
    .map((value) => ({ value, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ value }) => value);
