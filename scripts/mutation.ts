import { join } from "node:path";
import type { Plugin } from "vite";
import type { Mutant } from "../apps/server/test/mutants/mutant.ts";

/** The currently applied mutant. The plugin runs in the process of the runner, which sets this variable. */
const variable = "FOYER_MUTANT";
const root = join(import.meta.dirname, "..");

/** Whether the applied mutant's file has been read since; otherwise nothing was tried. */
export const wasApplied = (): boolean => process.env[`${variable}_READ`] === "1";

export const applyMutant = (mutant: Mutant | undefined): void => {
  delete process.env[`${variable}_READ`];
  if (mutant) process.env[variable] = JSON.stringify(mutant);
  else delete process.env[variable];
};

/**
 * The file with the mutant's changes. Throws if a text does not occur exactly once, which means that the mutant is
 * outdated.
 */
export const mutated = (code: string, { name, file, changes }: Mutant): string =>
  changes.reduce((text, { from, to }) => {
    const count = text.split(from).length - 1;
    if (count !== 1) throw new Error(`Mutant ${name}: ${file} has its text ${count} times instead of once: ${from}`);
    return text.replace(from, () => to);
  }, code);

/** Vite plugin for the test runner: replaces the texts of the applied mutant, if there is one. */
export const mutation = (): Plugin => ({
  name: "foyer-mutation",
  enforce: "pre",
  transform(code, id) {
    const json = process.env[variable];
    if (json === undefined) return undefined;
    const mutant = JSON.parse(json) as Mutant;
    if (id.split("?")[0] !== join(root, mutant.file)) return undefined;
    process.env[`${variable}_READ`] = "1";
    return { code: mutated(code, mutant), map: null };
  },
});
