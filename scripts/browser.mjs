import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "./install.mjs";

/**
 * Returns the path of a headless Chromium, or of a full one if there is no other, and installs one if there is none. A
 * page takes half as much CPU time in the headless one (docs/decisions/043).
 */
export const ensureHeadlessBrowser = () =>
  configured() ?? findIn(searchPath, headlessNames) ?? install(headlessNames[0]);

/** Returns the path of a full Chromium, in which the page is measured, and installs one if there is none. */
export const ensureBrowser = () => configured() ?? find() ?? install("chromium");

const configured = () => {
  const path = process.env.CHROMIUM_PATH;
  if (!path || works(path)) return path || undefined;
  throw new Error(`CHROMIUM_PATH is ${path}, which does not run.`);
};

const searchPath = (process.env.PATH ?? "").split(":");
const headlessNames = ["chromium-headless-shell", "chrome-headless-shell"];
const findIn = (folders, names) =>
  folders.flatMap((folder) => names.map((name) => join(folder, name))).find((candidate) => works(candidate));

const find = () =>
  findIn(searchPath, ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]) ??
  [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    playwrightBrowser(),
  ].find((candidate) => candidate && works(candidate));

/** On some systems the program in PATH only prints how to install the browser, so it is tried. */
const works = (path) => existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

const playwrightBrowser = () => {
  const script = "import('playwright-core').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const { stdout } = spawnSync(pinnedNode, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
  return stdout?.trim();
};

const say = () => process.stdout.write("Installing a browser for the journeys…\n");

/** Installs Debian's package if possible; otherwise uses what is installed or what Playwright downloads. */
const install = (name) => {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    const apt = (...args) =>
      spawnSync("apt-get", ["-qq", ...args], {
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
        stdio: ["ignore", "ignore", "inherit"],
      });
    say();
    apt("update");
    // Includes the fonts that replace the web fonts until these have loaded.
    apt("install", "--yes", "--no-install-recommends", name, "fonts-liberation");
    const installed = findIn(searchPath, [name]);
    if (installed) return installed;
  }
  const present = find();
  if (present) return present;
  say();
  // Without apt, Playwright downloads its own.
  spawnSync(pinnedNode, [join(root, "node_modules", "playwright-core", "cli.js"), "install", "chromium"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const found = find();
  if (found) return found;
  throw new Error("There is no Chromium for the journeys. Install one and set CHROMIUM_PATH to it.");
};
