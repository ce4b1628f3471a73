import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "./install.mjs";

/** Returns the path of a Chromium for the browser tests, and installs one if there is none. */
export const ensureBrowser = () => find() ?? install();

const find = () => {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (works(configured)) return configured;
    throw new Error(`CHROMIUM_PATH is ${configured}, which does not run.`);
  }
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const candidates = [
    ...(process.env.PATH ?? "").split(":").flatMap((folder) => names.map((name) => join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    playwrightBrowser(),
  ];
  return candidates.find((path) => path && works(path));
};

/** On some systems the program in the path only prints how to install the browser, so it is tried out. */
const works = (path) => existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

const playwrightBrowser = () => {
  const script = "import('playwright-core').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const { stdout } = spawnSync(pinnedNode, ["--input-type=module", "-e", script], { cwd: root, encoding: "utf8" });
  return stdout?.trim();
};

const install = () => {
  process.stdout.write("Installing a browser for the journeys…\n");
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync("/usr/bin/apt-get")) {
    const apt = (...args) =>
      spawnSync("apt-get", ["-qq", ...args], {
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
        stdio: ["ignore", "ignore", "inherit"],
      });
    apt("update");
    // The fonts that stand in for the web fonts until these have loaded.
    apt("install", "--yes", "--no-install-recommends", "chromium", "fonts-liberation");
    const found = find();
    if (found) return found;
  }
  // Without apt, Playwright downloads its own.
  spawnSync(pinnedNode, [join(root, "node_modules", "playwright-core", "cli.js"), "install", "chromium"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const found = find();
  if (found) return found;
  throw new Error("There is no Chromium for the journeys. Install one and set CHROMIUM_PATH to it.");
};
