import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createVitest } from "vitest/node";
import type { Mutant } from "../apps/server/test/mutants/mutant.ts";
import { mutants } from "../apps/server/test/mutants/mutants.ts";
import { announceMutants } from "./mutation.ts";
import { InOrderGiven, MutantReporter } from "./testRunner/mutantReporter.ts";

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
/** The describes of a test come first in its full name. */
const patternOf = ({ killedBy }: Mutant): RegExp => new RegExp(String.raw`(?:^|\s)${escaped(killedBy.test)}`);

const projects = ["unit", "server", "storefront"];

/** Tries mutants one after another in this process; returns how many failed. */
const tryAll = async (wanted: readonly Mutant[]): Promise<number> => {
  const reporter = new MutantReporter();
  announceMutants(wanted);
  // No other reporter: tests fail here as they should.
  const vitest = await createVitest("test", {
    watch: false,
    maxWorkers: 1,
    reporters: [reporter],
    sequence: { sequencer: InOrderGiven },
    project: projects,
  });
  try {
    await vitest.standalone();
    await vitest.globTestSpecifications();
    const tests = wanted.map((mutant) => {
      const file = join(root, mutant.killedBy.file);
      const project = vitest.getModuleSpecifications(file)[0]?.project;
      if (!project) throw new Error(`Mutant ${mutant.name}: there is no test file ${mutant.killedBy.file}.`);
      return { mutant, specification: project.createSpecification(file, { testNamePattern: patternOf(mutant) }) };
    });
    // A worker starts anew with each project.
    const ordered = projects.flatMap((name) =>
      tests.filter(({ specification }) => specification.project.name === name),
    );
    reporter.mutants.push(...ordered.map(({ mutant }) => mutant));
    await vitest.runTestSpecifications(ordered.map(({ specification }) => specification));
  } finally {
    await vitest.close();
  }
  return reporter.survivors;
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
const failed = isShare || wanted.length < fewest ? await tryAll(wanted) : await tryInProcesses(wanted);
process.stdout.write(`${summary}${wanted.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
