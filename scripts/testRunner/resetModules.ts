import { afterAll, vi } from "vitest";
import { mutatedFiles } from "../mutation.ts";

/** What the runner keeps of the modules in this process. It has no interface for a file that changes within a run. */
type Runner = {
  readonly evaluatedModules: {
    readonly fileToModulesMap: ReadonlyMap<string, Iterable<object>>;
    invalidateModule(module: object): void;
  };
};
declare global {
  var __vitest_worker__: Runner | undefined;
}

/** Has the runner ask for the code of these files again. */
const forgetCode = (files: readonly string[]): void => {
  const modules = globalThis.__vitest_worker__?.evaluatedModules;
  for (const file of files)
    for (const module of modules?.fileToModulesMap.get(file) ?? []) modules?.invalidateModule(module);
};

/**
 * The test files of a project run one after another in one process, so that libraries are loaded once. Our own modules are
 * loaded again for each file, so that no state of one file, such as a cache or a fault, is left for the next.
 */
afterAll(() => {
  vi.resetModules();
  forgetCode(mutatedFiles());
});
