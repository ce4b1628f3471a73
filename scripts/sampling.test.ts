import { dirname, join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Mutant } from "../apps/server/test/mutants/mutant.ts";
import { mutants } from "../apps/server/test/mutants/mutants.ts";
import {
  dailyJourneys,
  daysOfTurn,
  filesInTurn,
  filesLike,
  isTurnOn,
  leftOutOn,
  leftOutToday,
  sampledDaily,
  sampledFiles,
  sampledToday,
  sampledWithMutants,
  sampleOn,
  soakFiles,
  today,
  waitingInTurn,
} from "./sampling.ts";

const files = filesInTurn();
const days = Array.from({ length: 64 }, (_, index) => today() + index);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test.each(Object.entries(daysOfTurn))("each %s runs once in %i days in a row", (kind, turn) => {
  const ofKind = files.filter((file) => file.startsWith("journeys/") === (kind === "journey"));
  for (const day of days) {
    const ran = Array.from({ length: turn }, (_, index) => day + index).flatMap((one) => {
      const leftOut = new Set(leftOutOn(files, one));
      return ofKind.filter((file) => !leftOut.has(file));
    });
    expect(ran.toSorted(), `${day}`).toEqual(ofKind);
  }
});

test.each([...sampledFiles, ...dailyJourneys])("the files %s exist", (pattern) => {
  expect(filesLike([pattern]).length).toBeGreaterThan(0);
});

test("the daily journeys take no turns", () => {
  const daily = filesLike(dailyJourneys);
  expect(files.filter((file) => daily.includes(file))).toEqual([]);
});

test("a sample has as many cases as are asked for", () => {
  for (const day of days) for (const count of [1, 2, 3]) expect(sampleOn([1, 2, 3, 4], count, day)).toHaveLength(count);
});

test.each([2, 3, 4, 7])("each of %i cases has its turn, also in a file that takes turns", (count) => {
  const cases = Array.from({ length: count }, (_, index) => index);
  for (const length of Object.values(daysOfTurn))
    for (const turn of Array.from({ length }).keys()) {
      const taken = days.filter((day) => day % length === turn).flatMap((day) => sampleOn(cases, 1, day));
      expect(new Set(taken)).toEqual(new Set(cases));
    }
});

test.each([sampledToday, sampledDaily])("%o takes a sample without ALL=1, and everything with it", (sampled) => {
  vi.stubEnv("ALL", "");
  expect(sampled([1, 2, 3], 1)).toHaveLength(1);
  vi.stubEnv("ALL", "1");
  expect(sampled([1, 2, 3], 1)).toEqual([1, 2, 3]);
});

test("a file that runs every day takes another case each day", () => {
  vi.stubEnv("ALL", "");
  const first = today();
  const taken = [0, 1, 2].map((days) => {
    vi.setSystemTime((first + days) * 86_400_000);
    return sampledDaily([1, 2, 3], 1)[0];
  });
  expect(new Set(taken)).toEqual(new Set([1, 2, 3]));
});

test.each([
  [
    "those of another day, and those of soak, for a run of everything",
    { SAMPLE_FILES: "1", ALL: "" },
    [...leftOutOn(files, today()), ...soakFiles],
  ],
  ["none with ALL=1", { SAMPLE_FILES: "1", ALL: "1" }, []],
  ["none for a run of one file", { SAMPLE_FILES: "", ALL: "" }, []],
])("leaves out %s", (_, env, leftOut) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  expect(leftOutToday(() => [])).toEqual(leftOut);
});

test("leaves out no file beside one that is being changed", () => {
  vi.stubEnv("SAMPLE_FILES", "1");
  vi.stubEnv("ALL", "");
  const [file = "", ...others] = leftOutOn(files, today());
  const leftOut = leftOutToday(() => [`${dirname(file)}/changed.ts`]);
  expect(leftOut).not.toContain(file);
  expect(leftOut).toContain(others.find((other) => dirname(other) !== dirname(file)));
});

const gate = "journeys/office/sales/gate.test.ts";

test.each([0, 1, 9])(
  "the test at place %i of those that take turns in a daily file runs once in eight days",
  (place) => {
    for (const day of days) {
      const turns = Array.from({ length: daysOfTurn.journey }, (_, index) => isTurnOn(gate, place, day + index));
      expect(turns.filter(Boolean)).toHaveLength(1);
    }
  },
);

test.each([
  ["waits in a run of everything, on another day", { SAMPLE_FILES: "1", ALL: "" }, [], true],
  ["runs with ALL=1", { SAMPLE_FILES: "1", ALL: "1" }, [], false],
  ["runs if its file is named", { SAMPLE_FILES: "", ALL: "" }, [], false],
  ["runs beside a file that is being changed", { SAMPLE_FILES: "1", ALL: "" }, [`${dirname(gate)}/new.ts`], false],
])("a test that takes turns in a daily file %s", (_, env, changed, waits) => {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const place = [0, 1].find((one) => !isTurnOn(gate, one, today())) ?? 0;
  expect(waitingInTurn(join(import.meta.dirname, "..", gate), () => changed)(place)).toBe(waits);
});

test("no file takes turns that shows a guard of money, stock, tenancy or permissions, a race or a crash", () => {
  const isListed = ({ protects, killedBy }: Mutant): boolean =>
    protects === "access" && Object.hasOwn(sampledWithMutants, killedBy.file);
  const shown = new Set<string>(mutants.filter((mutant) => !isListed(mutant)).map(({ killedBy }) => killedBy.file));
  const guards = /\.(?:race|crash|kill)\.test\.|tenancy|access(?!ibility)|security|limits/i;
  expect(files.filter((file) => shown.has(file) || guards.test(file))).toEqual([]);
});

test("mutants name each file that takes turns although mutants name it", () => {
  const named = new Set<string>(mutants.map(({ killedBy }) => killedBy.file));
  expect(Object.keys(sampledWithMutants).filter((file) => !named.has(file))).toEqual([]);
});

test("the test runner leaves out the files whose turn is another day", async () => {
  vi.stubEnv("SAMPLE_FILES", "1");
  vi.stubEnv("ALL", "");
  const config: { default: { test?: { projects?: unknown } } } = await import("../vitest.config.ts");
  const projects = config.default.test?.projects;
  for (const project of Array.isArray(projects) ? projects : [])
    expect(project).toHaveProperty("test.exclude", expect.arrayContaining([...leftOutToday()]));
  expect(projects).toHaveLength(6);
});
