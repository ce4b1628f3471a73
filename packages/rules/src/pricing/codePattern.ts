import { promoCodeLengths } from "../forms/promoCode.ts";

/** Characters of codes that are made in number: none looks like another one. */
export const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** For each code that is made there are at least this many that were not, so that none is guessed. */
export const possibleForEach = 1000;

/** Fewest random characters with which so many codes are unguessable. */
export const shortestLength = (quantity: number): number => {
  let length = 1;
  for (let possible = codeAlphabet.length; possible < quantity * possibleForEach; possible *= codeAlphabet.length)
    length += 1;
  return length;
};

/** Why codes cannot be made like this; undefined where they can. `length` counts the random characters. */
export const patternProblem = ({
  prefix,
  length,
  quantity,
}: {
  readonly prefix: string;
  readonly length: number;
  readonly quantity: number;
}):
  | { readonly problem: "too_few_possible"; readonly length: number }
  | { readonly problem: "too_long" }
  | undefined => {
  const needed = shortestLength(quantity);
  if (length < needed) return { problem: "too_few_possible", length: needed };
  return [...prefix].length + length > promoCodeLengths.max ? { problem: "too_long" } : undefined;
};
