import { afterAll, vi } from "vitest";

/**
 * The test files of a project run one after another in one process, so that libraries are loaded once. Our own modules are
 * loaded again for each file, so that no state of one file, such as a cache or a fault, is left for the next.
 */
afterAll(() => void vi.resetModules());
