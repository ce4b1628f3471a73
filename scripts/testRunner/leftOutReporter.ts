import type { Reporter, Vitest } from "vitest/node";
import { leftOutToday } from "../sampling.ts";

/** Lists the files of the run's projects that run on another day. */
export class LeftOutReporter implements Reporter {
  #projects: readonly string[] = [];

  onInit(vitest: Vitest): void {
    this.#projects = vitest.projects.map(({ name }) => name);
  }

  onTestRunEnd(): void {
    const isJourneys = this.#projects.includes("journeys");
    const files = leftOutToday().filter((file) => file.startsWith("journeys/") === isJourneys);
    if (files.length === 0) return;
    const lines = files.map((file) => `  ${file}\n`).join("");
    process.stdout.write(`\nLeft out today; ALL=1 npm test runs them:\n${lines}`);
  }
}
