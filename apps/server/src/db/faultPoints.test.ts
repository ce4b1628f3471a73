import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pause, pauseAt } from "./faultPoints.ts";

/** Runs a few lines that use the fault points in a separate process; resolves with its output or its signal. */
const runWith = async (nodeEnv: string, lines: string): Promise<string> => {
  const source = `
    import { armCrash, crash, pause, pauseAt } from ${JSON.stringify(join(import.meta.dirname, "faultPoints.ts"))};
    const print = (line) => process.stdout.write(line + " ");
    ${lines}`;
  return promisify(execFile)(process.execPath, ["--input-type=module", "--eval", source], {
    env: { PATH: process.env["PATH"], NODE_ENV: nodeEnv },
  }).then(
    ({ stdout }) => stdout.trim(),
    (error: { signal?: string; stderr?: string }) => error.signal ?? error.stderr ?? "",
  );
};

const armAndCrash = `
  try { armCrash("after_captured"); } catch (error) { print(error.message); }
  crash("after_captured");
  print("still running");`;
const armAndPause = `
  pauseAt("hold_locked", async () => print("paused"));
  await pause("hold_locked");
  print("went on");`;

test.each([
  ["crash", "test", armAndCrash, "SIGKILL"],
  ["crash", "production", armAndCrash, "FAULT is for tests only. still running"],
  ["pause", "test", armAndPause, "paused went on"],
  ["pause", "production", armAndPause, "went on"],
])("an armed %s point with NODE_ENV=%s", async (_, nodeEnv, lines, expected) => {
  expect(await runWith(nodeEnv, lines)).toBe(expected);
});

test("refuses to start a production server with FAULT set", async () => {
  const main = join(import.meta.dirname, "../main.ts");
  const env = { PATH: process.env["PATH"], NODE_ENV: "production", FAULT: "after_captured" };
  await expect(promisify(execFile)(process.execPath, [main], { env })).rejects.toThrow("FAULT: is for tests only");
});

let paused = 0;
test.each(["first", "second"])(
  "a pause ends with its test, also if that does not remove it: the %s of two",
  async () => {
    paused = 0;
    await pause("hold_locked");
    pauseAt("hold_locked", async () => void (paused += 1));
    await pause("hold_locked");
    expect(paused).toBe(1);
  },
);
