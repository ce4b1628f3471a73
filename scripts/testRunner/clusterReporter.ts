import type { Reporter, TestModule, Vitest } from "vitest/node";

/** Prints in the last line how many tests ran on a cluster, and how many passed. Prints nothing for other runs. */
export class ClusterReporter implements Reporter {
  #isCluster = false;

  onInit(vitest: Vitest): void {
    this.#isCluster = vitest.projects.some(({ name }) => name === "citus");
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (!this.#isCluster) return;
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state: (typeof states)[number]) => states.filter((found) => found === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const line = `On the cluster: ${count("passed")} of ${count("passed") + count("failed")} tests passed, ${count("skipped")} were skipped, ${broken} files could not be run.`;
    // Printed after the default reporter's summary.
    process.once("exit", () => process.stdout.write(`${line}\n`));
  }
}
