import { afterAll, vi } from "vitest";

/**
 * The test files of a project follow each other in one process: Node is started and the libraries are read once. What is
 * ours is read anew for each file, so that no counter, cache, fault or guard of one file is there for the next.
 */
afterAll(() => void vi.resetModules());
