import { join } from "node:path";
import { createVitest, type Reporter, type TestModule, type Vitest } from "vitest/node";
import type { Mutant } from "../../apps/server/test/mutants/mutant.ts";
import { applyMutant, wasApplied } from "../mutation.ts";
import { KeptWorkers } from "./keptWorker.ts";

const root = join(import.meta.dirname, "../..");

/** The outcome of a mutant; `killed` is the only good one. */
export type Outcome =
  | "killed"
  | "survived"
  | "no such test"
  | "its test fails without it too"
  | `its test could not be run: ${string}`
  | `not applied: ${string}`;

/** Collects the test files of the current run. The result that vitest returns includes files of earlier runs. */
class EndedModules implements Reporter {
  ended: TestModule[] = [];

  onTestRunStart(): void {
    this.ended = [];
  }

  onTestModuleEnd(module: TestModule): void {
    this.ended.push(module);
  }
}

const messageOf = (error: unknown): string =>
  typeof error === "object" && error && "message" in error ? String(error.message) : "";

/** Only a failed test kills, not a file that cannot be loaded or a failed set-up. */
const outcomeOf = (modules: readonly TestModule[]): Outcome => {
  const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
  if (states.includes("failed")) return "killed";
  const errors = modules.flatMap((module) => [...module.errors(), ...suiteErrors(module)]).map(messageOf);
  const outdated = errors.find((message) => message.includes("Mutant "));
  if (outdated !== undefined) return `not applied: ${outdated}`;
  if (errors[0] !== undefined) return `its test could not be run: ${errors[0]}`;
  return states.includes("passed") ? "survived" : "no such test";
};
const suiteErrors = (module: TestModule) => [...module.children.allSuites()].flatMap((suite) => suite.errors());

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** A test's full name starts with its describes. */
const patternOf = (tried: readonly Mutant[]): RegExp =>
  new RegExp(String.raw`(?:^|\s)(?:${tried.map(({ killedBy }) => escaped(killedBy.test)).join("|")})`);

/** Tries mutants one at a time. */
export class MutantRunner {
  readonly #vitest: Vitest;
  readonly #workers: KeptWorkers;
  readonly #modules: EndedModules;
  /** The time limit of a run: an endless loop keeps a test from failing by its own limit. */
  limitMs = 180_000;
  /** Runs that took longer than the limit. */
  lateRuns = 0;
  /** Mutants that were tried alone, which takes several times as long. */
  triedAlone = 0;

  constructor(vitest: Vitest, workers: KeptWorkers, modules: EndedModules) {
    this.#vitest = vitest;
    this.#workers = workers;
    this.#modules = modules;
  }

  /**
   * Tries mutants of one test file in a worker that stays from one to the next. That is less work than a worker for
   * each, but a test may leave state behind. So it counts only after two checks: the tests pass in that worker without
   * the mutants, after all of them; and a mutant that did not fail its test is tried again alone in a new worker.
   */
  async tryTogether(tried: readonly Mutant[]): Promise<readonly (readonly [Mutant, Outcome])[]> {
    const killed: Mutant[] = [];
    for (const mutant of tried) if ((await this.#try(mutant)) === "killed") killed.push(mutant);
    const areSure = killed.length === 0 || (await this.#run(killed)) === "survived";
    if (!areSure) await this.#workers.end();
    const outcomes: (readonly [Mutant, Outcome])[] = [];
    for (const mutant of tried)
      outcomes.push([mutant, areSure && killed.includes(mutant) ? "killed" : await this.#tryAlone(mutant)]);
    return outcomes;
  }

  /** Tries a mutant in a new worker, and if its test fails, runs it without the mutant in another one. */
  async #tryAlone(mutant: Mutant): Promise<Outcome> {
    this.triedAlone += 1;
    await this.#workers.end();
    const outcome = await this.#try(mutant);
    await this.#workers.end();
    if (outcome !== "killed") return outcome;
    return (await this.#run([mutant])) === "survived" ? "killed" : "its test fails without it too";
  }

  async #try(mutant: Mutant): Promise<Outcome> {
    applyMutant(mutant);
    this.#forgetCode(mutant);
    try {
      const outcome = await this.#run([mutant]);
      const isTried = outcome === "killed" || outcome === "survived";
      return wasApplied() || !isTried ? outcome : "not applied: the test does not read the file";
    } finally {
      applyMutant(undefined);
      this.#forgetCode(mutant);
    }
  }

  /** Runs the tests that kill these mutants of one test file, with the applied mutant. */
  async #run(tried: readonly Mutant[]): Promise<Outcome> {
    const [specification] = this.#vitest.getModuleSpecifications(join(root, tried[0]?.killedBy.file ?? ""));
    if (!specification) return "no such test";
    specification.testNamePattern = patternOf(tried);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.lateRuns += 1;
      void this.#workers.end();
    }, this.limitMs);
    await this.#vitest.runTestSpecifications([specification]).finally(() => clearTimeout(timer));
    return isLate ? "its test could not be run: it does not end" : outcomeOf(this.#modules.ended);
  }

  /** Makes a file be transformed again, here and in the workers; its importers stay as they are. */
  #forgetCode({ file }: Mutant): void {
    const path = join(root, file);
    this.#workers.forgetCode(path);
    for (const { vite } of this.#vitest.projects)
      for (const { moduleGraph } of Object.values(vite.environments))
        for (const node of moduleGraph.getModulesByFile(path) ?? []) node.transformResult = null;
  }

  async close(): Promise<void> {
    await this.#workers.end();
    await this.#vitest.close();
  }
}

export const openMutantRunner = async (): Promise<MutantRunner> => {
  // Read by `expectInvariants.ts`.
  process.env.TRIES_MUTANTS = "1";
  const workers = new KeptWorkers();
  const modules = new EndedModules();
  // No other reporter: tests are supposed to fail here.
  const vitest = await createVitest("test", {
    watch: false,
    maxWorkers: 1,
    // A test that waits for what a mutant removed fails by its timeout. The check afterwards has the same timeout.
    testTimeout: 20_000,
    pool: { name: workers.name, createPoolWorker: workers.createPoolWorker },
    reporters: [modules],
    project: ["unit", "server", "storefront"],
  });
  await vitest.standalone();
  await vitest.globTestSpecifications();
  return new MutantRunner(vitest, workers, modules);
};
