import { promoCodeLengths } from "../forms/promoCode.ts";

/** Characters of generated codes; none can be mistaken for another. */
export const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** At least this many possible codes for each generated one, so that none can be guessed. */
export const possibleForEach = 1000;

/** The minimum number of random characters for this many codes to be unguessable. */
export const shortestLength = (quantity: number): number => {
  let length = 1;
  for (let possible = codeAlphabet.length; possible < quantity * possibleForEach; possible *= codeAlphabet.length)
    length += 1;
  return length;
};

/** Why codes cannot be generated with this pattern; undefined if they can. `length` counts the random characters. */
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
