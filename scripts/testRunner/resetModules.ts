import { vi } from "vitest";

type LoadedModule = { promise?: unknown; exports?: unknown; evaluated?: boolean };
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

/**
 * The test files of a project run one after another in one process, so that libraries are loaded once. Our own modules
 * are loaded again for each file, so that no state of one file, such as a cache or a fault, is left for the next. The
 * contract and the rules stay, since they have no state (docs/decisions/061-modules-without-state-stay-loaded.md),
 * unless one of them has changed. This runs before a file and not after one, since a failing hook of a file skips the
 * hooks after it.
 */
const loaded = ctx.invalidates?.some(isPure) ? [] : [...evaluatedModules.idToModuleMap];
const kept = loaded
  .filter(([path, { evaluated }]) => evaluated === true && isPure(path))
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
