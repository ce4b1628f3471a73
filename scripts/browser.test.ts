import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

let folders: readonly string[];
beforeEach(() => {
  folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), "foyer-browser-")));
});
afterEach(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const addProgram = (folder: string, name: string, exitCode: number): string => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`, { mode: 0o755 });
  return path;
};
const script = `import { ensureBrowser } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, "browser.mjs")).href)}; process.stdout.write(ensureBrowser());`;
const foundBrowser = (CHROMIUM_PATH: string): string =>
  execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    env: { PATH: folders.join(":"), CHROMIUM_PATH },
  });

test.each([
  ["takes the browser without windows, in whichever folder it is", 0, "chromium-headless-shell"],
  ["takes another browser where the first does not run", 1, "chromium"],
])("%s", (_, exitCode, expected) => {
  const paths = [
    addProgram(folders[0] ?? "", "chromium", 0),
    addProgram(folders[1] ?? "", "chromium-headless-shell", exitCode),
  ];
  expect(foundBrowser("")).toBe(paths.find((path) => path.endsWith(`/${expected}`)));
});

test("takes the configured browser before all others", () => {
  addProgram(folders[0] ?? "", "chromium-headless-shell", 0);
  const configured = addProgram(folders[1] ?? "", "mine", 0);
  expect(foundBrowser(configured)).toBe(configured);
});
