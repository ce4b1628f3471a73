/** A seeded random generator: the same seed draws the same picture. */
export type SeededRandom = {
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  /** An approximately normally distributed number: mean 0, spread about 1. */
  readonly bell: () => number;
  readonly chance: (odds: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
};

const hash = (text: string): number => {
  let h = 2166136261;
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 16777619);
  return h >>> 0;
};

export const seededRandom = (seed: string): SeededRandom => {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    bell: () => next() + next() + next() + next() - 2,
    chance: (odds) => next() < odds,
    pick: (from) => {
      const found = from[Math.floor(next() * from.length)];
      if (found === undefined) throw new Error("nothing to pick from");
      return found;
    },
  };
};

/** Smooth noise over the plane, about -1 to 1. */
export const terrain = (seed: string): ((x: number, y: number) => number) => {
  const { next } = seededRandom(seed);
  const values = Float32Array.from({ length: 4096 }, () => next() * 2 - 1);
  const at = (x: number, y: number): number => values[(Math.imul(x, 73) ^ Math.imul(y, 1301)) & 4095] ?? 0;
  const ease = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [ease(x - left), ease(y - top)];
    const upper = at(left, top) * (1 - u) + at(left + 1, top) * u;
    const lower = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  };
};

/** Four octaves of noise as terrain: large forms with small ones on them. */
export const ridges = (seed: string): ((x: number, y: number) => number) => {
  const octaves = [0, 1, 2, 3].map((n) => terrain(`${seed}${n}`));
  return (x, y) => octaves.reduce((sum, octave, n) => sum + octave(x * 2 ** n, y * 2 ** n) / 2 ** (n + 1), 0);
};
