import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Mutant } from "../apps/server/test/mutants/mutant.ts";
import { mutants } from "../apps/server/test/mutants/mutants.ts";
import { openMutantRunner } from "./testRunner/mutantRunner.ts";

/**
 * Applies mutants one at a time through the test runner's transform and runs the test that each names. A mutant that no
 * test fails for has survived: the guard that it takes away is not shown by any test.
 *
 *   npm run mutants               all
 *   npm run mutants NAME…         those
 *   npm run mutants -- --sample   all of money, stock and tenancy, and a tenth of the others, chosen by the date
 */
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

const byTestFile = (wanted: readonly Mutant[]): (readonly Mutant[])[] =>
  [...Map.groupBy(wanted, ({ killedBy }) => killedBy.file)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, group]) => group);

type Runner = Awaited<ReturnType<typeof openMutantRunner>>;

/** A race can succeed by chance. A mutant that survives is tried this often before it counts as survived. */
const tries = 3;

/** Tries a surviving mutant again. Returns its last outcome, with the number of the attempt. */
const tryAgain = async (runner: Runner, mutant: Mutant, first: string): Promise<readonly [string, number]> => {
  let outcome = first;
  let attempt = 1;
  while (outcome !== "killed" && attempt < tries) {
    for (const [, again] of await runner.tryTogether([mutant])) outcome = again;
    attempt += 1;
  }
  return [outcome, attempt];
};

/** Tries mutants of one test file; returns how many failed. */
const tryGroup = async (runner: Runner, group: readonly Mutant[]): Promise<number> => {
  const began = performance.now();
  const aloneBefore = runner.triedAlone;
  const outcomes = await runner.tryTogether(group);
  const alone = runner.triedAlone - aloneBefore;
  const seconds = ((performance.now() - began) / 1000 / group.length).toFixed(1);
  let failed = 0;
  for (const [mutant, first] of outcomes) {
    const [outcome, attempt] = await tryAgain(runner, mutant, first);
    const together = alone > 0 ? `, ${alone} of ${group.length} alone` : "";
    const took = `${seconds} s${together}${attempt > 1 ? `, try ${attempt} of ${tries}` : ""}`;
    if (outcome !== "killed") failed += 1;
    process.stdout.write(
      outcome === "killed" ? `killed   ${mutant.name} (${took})\n` : `ALIVE    ${mutant.name} (${took}): ${outcome}\n`,
    );
  }
  return failed;
};

/** Tries mutants in this process; returns how many failed. */
const tryAll = async (wanted: readonly Mutant[]): Promise<number> => {
  const runner = await openMutantRunner();
  let failed = 0;
  try {
    for (const group of byTestFile(wanted)) failed += await tryGroup(runner, group);
  } finally {
    await runner.close();
  }
  return failed;
};

/** The argument of a process that tries groups on request: one line of names per group. */
const onDemand = "--on-demand";
/** The reply to each group starts with this text, followed by the number of failures. */
const groupEnd = "Group: ";

const tryOnDemand = async (): Promise<void> => {
  const runner = await openMutantRunner();
  try {
    for await (const names of createInterface({ input: process.stdin })) {
      const failed = await tryGroup(runner, chosen(names.split(" ")));
      process.stdout.write(`${groupEnd}${failed}\n`);
    }
  } finally {
    await runner.close();
  }
};

/** More than the two CPUs that we assume: tests wait for PostgreSQL and for other requests. */
const processes = 3;
/**
 * Tries mutants in parallel processes, since one process applies one mutant at a time. Each process takes the next
 * largest group when it has finished one. Returns how many failed.
 */
const tryInProcesses = async (wanted: readonly Mutant[]): Promise<number> => {
  const waiting = byTestFile(wanted).toSorted((one, other) => other.length - one.length);
  let failed = 0;
  const work = async (): Promise<void> => {
    const child = spawn(process.execPath, [import.meta.filename, onDemand], { stdio: ["pipe", "pipe", "inherit"] });
    let asked: readonly Mutant[] = [];
    const askNext = (): void => {
      asked = waiting.shift() ?? [];
      if (asked.length > 0) child.stdin.write(`${asked.map(({ name }) => name).join(" ")}\n`);
      else child.stdin.end();
    };
    askNext();
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith(groupEnd)) {
        failed += Number(line.slice(groupEnd.length));
        askNext();
      } else process.stdout.write(`${line}\n`);
    // The process ended in the middle of a group.
    failed += asked.length;
  };
  await Promise.all(Array.from({ length: processes }, work));
  return failed + waiting.flat().length;
};

const args = process.argv.slice(2);
if (args.includes(onDemand)) await tryOnDemand();
else {
  const wanted = chosen(args);
  const failed = args.length === 0 || args.includes("--sample") ? await tryInProcesses(wanted) : await tryAll(wanted);
  process.stdout.write(`Mutants: ${wanted.length - failed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
