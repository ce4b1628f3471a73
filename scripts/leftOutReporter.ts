import type { Reporter } from "vitest/node";
import { leftOutToday } from "./sampling.ts";

/** Lists the files whose turn is another day. */
export class LeftOutReporter implements Reporter {
  onTestRunEnd(): void {
    const files = leftOutToday();
    if (files.length === 0) return;
    const lines = files.map((file) => `  ${file}\n`).join("");
    process.stdout.write(`\nLeft out today, of all projects; ALL=1 npm test runs them:\n${lines}`);
  }
}
