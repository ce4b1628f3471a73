import { vi } from "vitest";

const now = performance.now.bind(performance);
let skipped = 0;

/**
 * Moves this process's monotonic clock past the two seconds for which a server caches a seller, so that no test waits
 * for them. The spy ends with the test file.
 */
export const letCachesExpire = (): void => {
  skipped += 2100;
  vi.spyOn(performance, "now").mockImplementation(() => now() + skipped);
};
