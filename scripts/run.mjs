// Runs every command of package.json: installs and builds what is missing, then runs the command with the pinned Node.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensureBrowser, ensureHeadlessBrowser } from "./browser.mjs";
import { ensureBuilds } from "./build.mjs";
import { ensurePackages, pinnedNode, root } from "./install.mjs";
import { serverFile, serverFlags } from "./serverFlags.mjs";

const tool = (...parts) => join(root, "node_modules", ...parts);
const tools = {
  oxlint: tool("oxlint", "bin", "oxlint"),
  oxfmt: tool("oxfmt", "bin", "oxfmt"),
  tsc: tool("typescript", "bin", "tsc"),
  vitest: tool("vitest", "vitest.mjs"),
};
const sources = join("apps", "server", "src", "main.ts");
// Node's compile cache, since compiling is a large part of the start time.
const compileCache = process.env.NODE_COMPILE_CACHE ?? tool(".cache", "node");
const cli = join("apps", "server", "src", "cli", "foyer.ts");

const running = new Set();
let interrupted;
const killAll = (signal) => running.forEach((child) => child.kill(signal));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    interrupted = signal;
    // In a terminal the child gets the signal too; getting it twice does no harm.
    killAll(signal);
  });

// npm forwards a signal only to its shell, so we stop when our parent process is gone.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => {
    if (process.ppid === parent || interrupted) return;
    interrupted = "SIGTERM";
    killAll(interrupted);
  }, 200).unref();

/** Runs a script with the pinned Node, forwards signals and returns its exit code. */
const run = (args, { cwd = root, env = {} } = {}) =>
  new Promise((resolve, reject) => {
    if (interrupted) return resolve(128 + constants.signals[interrupted]);
    const child = spawn(pinnedNode, args, {
      cwd,
      stdio: "inherit",
      env: { ...process.env, PATH: `${dirname(pinnedNode)}${delimiter}${process.env.PATH ?? ""}`, ...env },
    });
    running.add(child);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      running.delete(child);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });

/** Runs steps one after another until one fails. */
const runInOrder = async (steps) => {
  for (const step of steps) {
    const code = await step();
    if (code !== 0) return code;
  }
  return 0;
};

const script = (name) => run([join("scripts", name)]);
/**
 * Checks types with one checker instead of four: each checker repeats the work for shared files, and the other CPU runs
 * the linter. Saves a third of the CPU time.
 */
const checkTypes = () => run([tools.tsc, "-p", ".", "--checkers", "1"]);
/** The checks that run no tests, on two CPUs at once. Returns the first exit code that is not 0. */
const gates = async () => {
  const codes = await Promise.all([
    runInOrder([
      checkTypes,
      () => script("checkNames.ts"),
      () => script("checkReferences.ts"),
      () => script("checkRegistries.ts"),
      () => run([join("scripts", "describeApi.ts"), "--check"]),
      () => run([join("scripts", "listTexts.ts"), "--check"]),
    ]),
    runInOrder([
      () => run([tools.oxfmt, "--check", "--no-error-on-unmatched-pattern", "."]),
      () => run([tools.oxlint, "--type-aware", "--deny-warnings", "--quiet"]),
      () => script("checkImports.ts"),
    ]),
  ]);
  return codes.find((code) => code !== 0) ?? 0;
};
const vitest = (projects, args, env) =>
  run([tools.vitest, "run", ...projects.map((name) => `--project=${name}`), ...args], {
    env: { NODE_ENV: "test", NODE_COMPILE_CACHE: compileCache, ...env },
  });
/**
 * Tests spend a third of their time waiting: in the browser's DOM for timers, on the server for PostgreSQL and for
 * processes to start. So there are more workers than the two CPUs that we assume.
 */
const workers = (count) => `--maxWorkers=${count}`;
const journeys = async (args, env) => {
  if (!existsSync(join(root, "journeys"))) return 0;
  return vitest(["journeys"], args, {
    CHROMIUM_PATH: ensureHeadlessBrowser(),
    WHOLE_CHROMIUM_PATH: ensureBrowser(),
    ...env,
  });
};
/** In a full run, similar slow tests take turns: scripts/sampling.ts. */
const sample = { SAMPLE_FILES: "1" };

const commands = {
  start: async (args) => {
    await ensureBuilds(run);
    return run([...serverFlags, serverFile, ...args], { env: { NODE_COMPILE_CACHE: compileCache } });
  },
  // The first step of a start, for images and systemd units, which start the server themselves.
  build: async () => (await ensureBuilds(run), 0),
  dev: (args) => run(["--watch", "--watch-preserve-output", sources, "--dev", ...args]),
  check: () => runInOrder([gates, () => vitest(["unit", "storefront"], [workers(4)], sample)]),
  test: async (args) => {
    if (args.length > 0) return vitest(["unit", "server", "storefront"], args);
    return runInOrder([
      gates,
      async () => (await ensureBuilds(run), 0),
      () => vitest(["unit", "server", "storefront"], [workers(3)], sample),
      () => commands.mutants(process.env.ALL === "1" ? [] : ["--sample"]),
      () => journeys([], sample),
    ]);
  },
  // The server's tests through PgBouncer (Debian's package pgbouncer).
  "test:pooler": (args) => vitest(["pooler"], args.length > 0 ? args : [workers(2)]),
  // The server's tests on a Citus cluster at CITUS_URL.
  "test:citus": (args) => vitest(["citus"], args.length > 0 ? args : [workers(2)]),
  // Every crash point twenty times, and servers killed at random; for a nightly run or before a release.
  soak: () =>
    vitest(
      ["server"],
      ["hold.kill", "checkout.crash", "threeServers.kill", "restoreScript", "deploy/image", "outages/outages"],
      { KILLS: process.env.KILLS ?? "20" },
    ),
  // ALL=1, since the test that a mutant names may run on another day. Without CI, since one failure kills a mutant.
  mutants: (args) =>
    run([join("scripts", "mutants.ts"), ...args], {
      env: { NODE_ENV: "test", NODE_COMPILE_CACHE: compileCache, ALL: "1", CI: "" },
    }),
  journeys: async (args) => {
    await ensureBuilds(run);
    return journeys(args);
  },
  bench: async (args) => {
    await ensureBuilds(run);
    const needsBrowser = args.length === 0 || args.includes("page") || args.includes("scan-phone");
    return run([join("bench", "run.ts"), ...args], { env: needsBrowser ? { CHROMIUM_PATH: ensureBrowser() } : {} });
  },
  foyer: (args) => run([cli, ...args]),
  fmt: () => runInOrder([() => run([tools.oxfmt, "."]), () => run([tools.oxlint, "--type-aware", "--fix"])]),
};

const [name = "", ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (!command) {
  process.stderr.write(`Usage: node scripts/run.mjs ${Object.keys(commands).join("|")}\n`);
  process.exit(2);
}
try {
  ensurePackages();
  process.exitCode = await command(rest);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
