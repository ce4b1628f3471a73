import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import type { Mutant } from "../apps/server/test/mutants/mutant.ts";
import { mutants } from "../apps/server/test/mutants/mutants.ts";
import { applyMutant, wasApplied } from "./mutation.ts";

/**
 * Applies mutants one at a time through the test runner's transform and runs the test that each names. A mutant that no
 * test fails for has survived: the guard that it takes away is not shown by any test.
 *
 *   npm run mutants               all
 *   npm run mutants NAME…         those
 *   npm run mutants -- --sample   all of money, stock and tenancy, and a tenth of the others, chosen by the date
 */
const root = join(import.meta.dirname, "..");

const sampled = (all: readonly Mutant[]): Mutant[] => {
  const today = Math.floor(Date.now() / 86_400_000);
  return all.filter(({ protects }, index) => protects !== "access" || (index + today) % 10 === 0);
};

const chosen = (args: readonly string[]): readonly Mutant[] => {
  if (args.includes("--sample")) return sampled(mutants);
  if (args.length === 0) return mutants;
  const unknown = args.filter((name) => !mutants.some((mutant) => mutant.name === name));
  if (unknown.length > 0) throw new Error(`There is no mutant ${unknown.join(", ")}.`);
  return mutants.filter(({ name }) => args.includes(name));
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What became of a mutant; `killed` is the only good answer. */
type Outcome = "killed" | "survived" | "no such test" | `not applied: ${string}`;

const outcomeOf = (modules: readonly TestModule[], errors: readonly unknown[]): Outcome => {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const ran = tests.filter((test) => test.result().state !== "skipped");
  const outdated = [...modules.flatMap((module) => module.errors()), ...errors]
    .map((error) =>
      error instanceof Error || (typeof error === "object" && error) ? String((error as Error).message) : "",
    )
    .find((message) => message.includes("Mutant "));
  if (outdated !== undefined) return `not applied: ${outdated}`;
  if (ran.length === 0) return modules.some((module) => module.errors().length > 0) ? "killed" : "no such test";
  return ran.some((test) => test.result().state === "failed") ? "killed" : "survived";
};

const tryMutant = async (vitest: Vitest, mutant: Mutant): Promise<Outcome> => {
  const [specification] = vitest.getModuleSpecifications(join(root, mutant.killedBy.file));
  if (!specification) return "no such test";
  // The describes of a test come first in its full name.
  specification.testNamePattern = new RegExp(String.raw`(?:^|\s)${escaped(mutant.killedBy.test)}`);
  applyMutant(mutant);
  vitest.invalidateFile(join(root, mutant.file));
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    return wasApplied() ? outcomeOf(testModules, unhandledErrors) : "not applied: the test does not read the file";
  } finally {
    applyMutant(undefined);
    vitest.invalidateFile(join(root, mutant.file));
  }
};

/** Tries mutants one after another in this process; returns the names of those that survived. */
const tryAll = async (wanted: readonly Mutant[]): Promise<readonly string[]> => {
  // No reporter: tests fail here as they should.
  const vitest = await createVitest("test", {
    watch: false,
    maxWorkers: 1,
    reporters: [{}],
    project: ["unit", "server", "storefront"],
  });
  const survivors: string[] = [];
  try {
    await vitest.standalone();
    await vitest.globTestSpecifications();
    for (const mutant of wanted) {
      const began = performance.now();
      const outcome = await tryMutant(vitest, mutant);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (outcome !== "killed") survivors.push(mutant.name);
      process.stdout.write(
        `${outcome === "killed" ? "killed  " : "ALIVE   "} ${mutant.name} (${seconds} s)${outcome === "killed" ? "" : `: ${outcome}`}\n`,
      );
    }
  } finally {
    await vitest.close();
  }
  return survivors;
};

const processes = 2;
/** Fewer are tried here: each process starts a PostgreSQL of its own. */
const fewest = 8;

/** Tries mutants in processes side by side, since one process applies one mutant at a time. Returns how many failed. */
const tryInProcesses = async (wanted: readonly Mutant[]): Promise<number> => {
  const shares = Array.from({ length: processes }, (_, share) =>
    wanted.filter((_mutant, index) => index % processes === share).map(({ name }) => name),
  );
  const passed = await Promise.all(
    shares.map(async (names) => {
      const child = spawn(process.execPath, [import.meta.filename, ...names], { stdio: ["ignore", "pipe", "inherit"] });
      let killed = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        if (line.startsWith("killed ")) killed += 1;
        if (!line.startsWith(summary)) process.stdout.write(`${line}\n`);
      }
      return killed;
    }),
  );
  return wanted.length - passed.reduce((sum, count) => sum + count, 0);
};

const summary = "Mutants: ";
const args = process.argv.slice(2);
const wanted = chosen(args);
const isShare = args.length > 0 && !args.includes("--sample");
const failed = isShare || wanted.length < fewest ? (await tryAll(wanted)).length : await tryInProcesses(wanted);
process.stdout.write(`${summary}${wanted.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
