import { afterEach } from "vitest";
import { clearPauses } from "../../src/db/faultPoints.ts";

/**
 * A test that fails leaves its pauses behind, where requests of the next test would wait: of its second run in CI, or of
 * the test that kills the next mutant.
 */
afterEach(clearPauses);
