import { vi } from "vitest";

type LoadedModule = {
  readonly imports: ReadonlySet<string>;
  promise?: unknown;
  exports?: unknown;
  evaluated?: boolean;
};
declare global {
  /** vitest's state of this worker; only a part of it is declared. */
  var __vitest_worker__: {
    /** `invalidates`: files whose code has changed since the last run, as when mutants are tried. */
    readonly ctx: { readonly invalidates?: readonly string[] };
    readonly evaluatedModules: { readonly idToModuleMap: ReadonlyMap<string, LoadedModule> };
  };
}
const { ctx, evaluatedModules } = globalThis.__vitest_worker__;

/** The contract and the rules only import each other and libraries, and keep no state between calls. */
const isPure = (path: string): boolean =>
  /\/packages\/(?:contract|rules)\/src\//.test(path) && !path.includes(".test.");
const isSource = (path: string): boolean => /\/(?:packages|apps)\/\w+\/src\//.test(path) && !path.includes(".test.");

/** These files and all loaded modules that import them, directly or not. */
const importersOf = (files: readonly string[]): ReadonlySet<string> => {
  const found = new Set(files);
  if (files.length === 0) return found;
  const importers = new Map<string, string[]>();
  for (const [path, { imports }] of evaluatedModules.idToModuleMap)
    for (const imported of imports) {
      const known = importers.get(imported);
      if (known) known.push(path);
      else importers.set(imported, [path]);
    }
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return found;
};

/** Whether mutants are tried. Modules of files with a window refer to it, so these start anew. */
const triesMutants = process.env.TRIES_MUTANTS === "1" && globalThis.openWindow === undefined;

/**
 * The test files of a project run one after another in one process, so that libraries are loaded once. Our own modules
 * are loaded again for each file, so that no state of one file, such as a cache or a fault, is left for the next. The
 * contract and the rules stay, since they have no state (docs/decisions/061-modules-without-state-stay-loaded.md). While
 * mutants are tried, only the tests, their support and what imports a changed file are loaded again
 * (docs/decisions/047-mutants-share-a-worker.md). This runs before a file and not after one, since a failing hook of a
 * file skips the hooks after it.
 */
const changed = importersOf(ctx.invalidates ?? []);
const stays = triesMutants ? isSource : isPure;
const kept = [...evaluatedModules.idToModuleMap]
  .filter(([path, { evaluated }]) => evaluated === true && stays(path) && !changed.has(path))
  .map(([, module]) => {
    const { promise, exports, evaluated } = module;
    return { module, state: { promise, exports, evaluated } };
  });
vi.resetModules();
for (const { module, state } of kept) Object.assign(module, state);

// Resets what the last file changed in libraries, the clock and the environment.
vi.restoreAllMocks();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
