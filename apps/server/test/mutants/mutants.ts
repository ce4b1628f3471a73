import type { Mutant } from "./mutant.ts";

/** Every mutant. `npm run mutants` applies them one at a time and fails where one survives. */
export const mutants: readonly Mutant[] = [];
