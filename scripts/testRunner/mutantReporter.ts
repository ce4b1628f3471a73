import { join } from "node:path";
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification, type Vitest } from "vitest/node";
import type { Mutant } from "../../apps/server/test/mutants/mutant.ts";
import { applyMutant, wasApplied } from "../mutation.ts";

const root = join(import.meta.dirname, "../..");

/** Runs test files in the order of the mutants that they are to kill. */
export class InOrderGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

/** What became of a mutant; `killed` is the only good answer. */
type Outcome = "killed" | "survived" | "no such test" | "not tried" | `not applied: ${string}`;

const messageOf = (error: unknown): string =>
  typeof error === "object" && error && "message" in error ? String(error.message) : "";

const outcomeOf = (module: TestModule): Outcome => {
  const tests = [...module.children.allTests()];
  const ran = tests.filter((test) => test.result().state !== "skipped");
  const errors = module.errors();
  const outdated = errors.map(messageOf).find((message) => message.includes("Mutant "));
  if (outdated !== undefined) return `not applied: ${outdated}`;
  if (!wasApplied()) return "not applied: the test does not read the file";
  if (ran.length === 0) return errors.length > 0 ? "killed" : "no such test";
  return ran.some((test) => test.result().state === "failed") ? "killed" : "survived";
};

/**
 * Applies each mutant when the worker begins the test file that is to kill it. The files follow each other in one worker,
 * so that libraries are loaded once and not for each mutant.
 */
export class MutantReporter implements Reporter {
  /** In the order of their test files. */
  readonly mutants: Mutant[] = [];
  survivors = 0;
  #vitest: Vitest | undefined;
  #tried: { readonly mutant: Mutant; readonly began: number } | undefined;
  #outcome: Outcome = "not tried";

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleQueued(module: TestModule): void {
    this.#end();
    const [mutant] = this.mutants;
    if (mutant === undefined || module.moduleId !== join(root, mutant.killedBy.file))
      throw new Error(`The runner began ${module.moduleId} out of order.`);
    this.mutants.shift();
    this.#tried = { mutant, began: performance.now() };
    this.#outcome = "not tried";
    this.#replace(mutant.file, mutant);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#outcome = outcomeOf(module);
  }

  onTestRunEnd(): void {
    this.#end();
    for (const mutant of this.mutants.splice(0)) this.#report(mutant, "not tried", 0);
  }

  #end(): void {
    if (!this.#tried) return;
    const { mutant, began } = this.#tried;
    this.#tried = undefined;
    this.#report(mutant, this.#outcome, performance.now() - began);
    this.#replace(mutant.file, undefined);
  }

  /** Has a file read and transformed again; its importers stay as they are. */
  #replace(file: string, mutant: Mutant | undefined): void {
    applyMutant(mutant);
    for (const { vite } of this.#vitest?.projects ?? [])
      for (const { moduleGraph } of Object.values(vite.environments))
        for (const node of moduleGraph.getModulesByFile(join(root, file)) ?? []) node.transformResult = null;
  }

  #report({ name }: Mutant, outcome: Outcome, ms: number): void {
    const isKilled = outcome === "killed";
    if (!isKilled) this.survivors += 1;
    const seconds = `(${(ms / 1000).toFixed(1)} s)`;
    process.stdout.write(`${isKilled ? "killed  " : "ALIVE   "} ${name} ${seconds}${isKilled ? "" : `: ${outcome}`}\n`);
  }
}
