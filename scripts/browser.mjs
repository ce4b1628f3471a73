import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, root } from "./install.mjs";

/** The path of a Chromium for the journeys; it is installed when this machine has none. */
export const ensureBrowser = () => find() ?? install();

const find = () => {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (works(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH is ${wanted}, and that does not run.`);
  }
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const places = [
    ...(process.env.PATH ?? "").split(":").flatMap((folder) => names.map((name) => join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ownOfPlaywright(),
  ];
  return places.find((path) => path && works(path));
};

/** Some systems put a launcher in the path that only says how to install the browser: try it. */
const works = (path) => existsSync(path) && spawnSync(path, ["--version"], { timeout: 20_000 }).status === 0;

const ownOfPlaywright = () => {
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
    apt("install", "--yes", "--no-install-recommends", "chromium");
    const found = find();
    if (found) return found;
  }
  // What apt could not give, Playwright fetches by itself.
  spawnSync(pinnedNode, [join(root, "node_modules", "playwright-core", "cli.js"), "install", "chromium"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const found = find();
  if (found) return found;
  throw new Error("There is no Chromium for the journeys. Install one and set CHROMIUM_PATH to it.");
};
