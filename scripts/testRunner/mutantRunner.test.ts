import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { Mutant } from "../../apps/server/test/mutants/mutant.ts";

const rule = "packages/rules/src/hold/takeOverPlaces.ts";
const each = "new tickets take over the places of those that are given up each once";
const placesTest = "packages/rules/src/hold/takeOverPlaces.test.ts";
const plansTest = "packages/rules/src/checkout/plan/reshapePlan.test.ts";
const nothingDue = "a plan of 40.00 with 12.00 paid has nothing due after the last visit";

const mutant = (name: string, more: Partial<Mutant> = {}): Mutant => ({
  name,
  protects: "stock",
  file: rule,
  changes: [{ from: "left = left.filter((given) => given !== from);", to: "" }],
  killedBy: { file: placesTest, test: each },
  ...more,
});

type Group = {
  readonly mutants: readonly Mutant[];
  /** The time limit of a run of this group. A worker that has already started needs much less. */
  readonly limitMs?: number;
};
type Tried = {
  readonly outcomes: Record<string, string>;
  readonly lateRuns: number;
  readonly triedAlone: number;
};

/** Tries mutants one group after another, in a separate process. */
const tryAll = async (groups: readonly Group[]): Promise<readonly Tried[]> => {
  const script = `
    import { openMutantRunner } from ${JSON.stringify(join(import.meta.dirname, "mutantRunner.ts"))};
    const groups = ${JSON.stringify(groups)};
    const runner = await openMutantRunner();
    const tried = [];
    const usual = runner.limitMs;
    for (const { mutants, limitMs = usual } of groups) {
      runner.limitMs = limitMs;
      const { lateRuns, triedAlone } = runner;
      const outcomes = await runner.tryTogether(mutants);
      const byName = Object.fromEntries(outcomes.map(([{ name }, outcome]) => [name, outcome]));
      tried.push({
        outcomes: byName,
        lateRuns: runner.lateRuns - lateRuns,
        triedAlone: runner.triedAlone - triedAlone,
      });
    }
    await runner.close();
    // The runner sets it because tests failed, as they should.
    process.exitCode = 0;
    process.stdout.write("result " + JSON.stringify(tried));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: join(import.meta.dirname, "../.."),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
      ALL: "1",
    },
  });
  return JSON.parse(stdout.slice(stdout.lastIndexOf("result ") + "result ".length)) as readonly Tried[];
};

const survivors: Partial<Mutant> = { changes: [{ from: "each place once", to: "each place one time" }] };
const wait = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
const navigation = "apps/storefront/src/shell/navigation/navigateTo";
const cleaned: Partial<Mutant> = {
  file: `${navigation}.ts`,
  changes: [
    {
      from: "else if (result.search) replaceQuery(normalizeHref(boot.base + target));",
      to: "else if (result.search) navigate(target, { replace: true });",
    },
  ],
  killedBy: {
    file: `${navigation}.test.ts`,
    test: "cleaning the query of the address does not stop a navigation that has begun",
  },
};

const mixed: Group = {
  mutants: [
    mutant("killed"),
    mutant("changes_nothing", survivors),
    mutant("killed_after_a_survivor"),
    mutant("text_is_missing", { changes: [{ from: "no such text", to: "" }] }),
    mutant("is_not_read", {
      file: "packages/rules/src/checkout/plan/reshapePlan.ts",
      changes: [{ from: "lastDay !== null && lastDay < day ? lastDay : day", to: "day" }],
    }),
    mutant("cannot_be_read", { changes: [{ from: "let left = givenUp;", to: "let left = ;" }] }),
    mutant("names_no_test", { killedBy: { file: placesTest, test: "a test that nobody wrote" } }),
    mutant("names_no_file", { killedBy: { file: "packages/rules/src/nothing.test.ts", test: each } }),
  ],
};
const notAfter = "lastDay !== null && lastDay < day ? lastDay : day";
const ofPlans = (name: string, to: string): Mutant =>
  mutant(name, {
    file: "packages/rules/src/checkout/plan/reshapePlan.ts",
    changes: [{ from: notAfter, to }],
    killedBy: { file: plansTest, test: nothingDue },
  });
const afterOthers: Group = {
  mutants: [ofPlans("changes_nothing_of_another_file", "lastDay !== null && day > lastDay ? lastDay : day")],
};
/** Two mutants of a module that another one of the same test file imports, with mutants of the importer between them. */
const ofImported = (name: string): Mutant =>
  mutant(name, {
    file: "packages/rules/src/values/money.ts",
    changes: [{ from: "Number(product / BigInt(total))", to: "Number(product / BigInt(total)) + 1" }],
    killedBy: { file: plansTest, test: nothingDue },
  });
const amongImports: Group = {
  mutants: [
    ofPlans("of_importer", "day"),
    ofImported("of_imported"),
    ofPlans("changes_nothing_of_importer", "lastDay !== null && day > lastDay ? lastDay : day"),
    ofImported("of_imported_again"),
    ofPlans("of_importer_again", "day"),
  ],
};
const endless: Group = {
  mutants: [mutant("endless", { changes: [{ from: "let left = givenUp;", to: `let left = givenUp; ${wait};` }] })],
  limitMs: 3_000,
};
const afterEndless: Group = { mutants: [mutant("killed_after_an_endless_one")] };
const importing: Group = { mutants: [mutant("cleaned", cleaned), mutant("cleaned_again", cleaned)], limitMs: 30_000 };

let tried: readonly Tried[];
beforeAll(async () => {
  tried = await tryAll([mixed, afterOthers, endless, afterEndless, importing, amongImports]);
}, 180_000);

test("a mutant is killed only by its own test, which fails with it and passes without it", () => {
  expect({ ...tried[0]?.outcomes, ...tried[1]?.outcomes }).toEqual({
    killed: "killed",
    changes_nothing: "survived",
    killed_after_a_survivor: "killed",
    text_is_missing: expect.stringMatching(/not applied: Mutant text_is_missing: .* 0 times/),
    is_not_read: "not applied: the test does not read the file",
    cannot_be_read: expect.stringMatching(/^its test could not be run: /),
    names_no_test: "no such test",
    names_no_file: "no such test",
    changes_nothing_of_another_file: "survived",
  });
});

test("a mutant whose test does not end is given up, and others are tried after it", () => {
  expect(tried.slice(2, 4)).toMatchObject([
    // Once in the worker of the earlier mutants and once in a new one.
    { outcomes: { endless: "its test could not be run: it does not end" }, lateRuns: 2 },
    { outcomes: { killed_after_an_endless_one: "killed" }, lateRuns: 0 },
  ]);
});

test("a test that fails while it still imports modules keeps no later run waiting", () => {
  expect(tried[4]).toMatchObject({ outcomes: { cleaned: "killed", cleaned_again: "killed" }, lateRuns: 0 });
});

test("what imports a changed file is read again for the next mutant, so that only a survivor is tried alone", () => {
  expect(tried[5]).toMatchObject({
    outcomes: {
      of_importer: "killed",
      of_imported: "killed",
      changes_nothing_of_importer: "survived",
      of_imported_again: "killed",
      of_importer_again: "killed",
    },
    triedAlone: 1,
  });
});
