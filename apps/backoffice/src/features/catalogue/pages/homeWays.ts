import type { Loose } from "../document.ts";

/** The links of the home page, in their default order. */
export const ways = { login: "Log in", join: "Become a member", guest: "See the events" } as const;
export type Way = keyof typeof ways;
const isWay = (name: unknown): name is Way => typeof name === "string" && Object.hasOwn(ways, name);
export const allWays = Object.keys(ways).filter(isWay);

/** The links that a seller offers, in their order; all if none is set. */
export const chosenWays = (web: Loose): readonly Way[] => {
  const stored = web["home_options"];
  const known = Array.isArray(stored) ? stored.filter(isWay) : [];
  return known.length > 0 ? known : allWays;
};
