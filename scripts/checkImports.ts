import { registerHooks } from "node:module";
import { join } from "node:path";
import { readFileSync } from "node:fs";
import { forbidden, manifestOf } from "./importRules.ts";

/**
 * Checks every import against `importRules.ts` with dependency-cruiser, including types. dependency-cruiser reads
 * TypeScript with the compiler's JavaScript API, which TypeScript 7 no longer has, so it gets version 5.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(/^typescript(?=$|\/)/.test(specifier) ? specifier.replace("typescript", "typescript-5") : specifier, context),
});
const { cruise } = await import("dependency-cruiser");

const root = join(import.meta.dirname, "..");
process.chdir(root);
const { output } = await cruise(["packages", "apps", "journeys", "bench", "scripts"], {
  ruleSet: { forbidden },
  validate: true,
  tsPreCompilationDeps: true,
  doNotFollow: { path: "node_modules" },
  exclude: { path: "(^|/)(dist|node_modules/\\.)" },
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "default", "types"],
    extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
  },
});
if (typeof output === "string") throw new Error("dependency-cruiser answers with an object where no reporter is named");
const { violations, totalCruised, totalDependenciesCruised = 0 } = output.summary;
const lines = violations.map(({ rule, from, to, cycle }) =>
  cycle ? `${rule.name}: ${[from, ...cycle.map(({ name }) => name)].join(" → ")}` : `${rule.name}: ${from} → ${to}`,
);
const declared = new Map<string, ReadonlySet<string>>();
const declaredIn = (manifest: string): ReadonlySet<string> => {
  const known = declared.get(manifest);
  if (known) return known;
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, manifest), "utf8")) as {
    dependencies?: object;
    devDependencies?: object;
  };
  const names = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
  declared.set(manifest, names);
  return names;
};
// A workspace package resolves to a folder of the repository, for which dependency-cruiser does not check the manifest.
for (const { source, dependencies } of output.modules)
  for (const { module } of dependencies) {
    const [name] = /^@foyer\/[\w-]+/.exec(module) ?? [];
    if (name !== undefined && manifestOf(source) !== "package.json" && !declaredIn(manifestOf(source)).has(name))
      lines.push(`${name} is declared where it is used: ${source}`);
  }

/** The event page's first screen and what its first script leaves out, since it loads with the first touch. */
const firstScreen = "apps/storefront/src/features/reserve/event/InitialEventPage.tsx";
const loadedLater = /^node_modules\/@tanstack\/react-query\//;
const modules = new Map(output.modules.map((one) => [one.source, one]));
const importer = new Map<string, string | undefined>([[firstScreen, undefined]]);
if (!modules.has(firstScreen)) throw new Error(`There is no ${firstScreen}.`);
for (const source of importer.keys())
  for (const { resolved, dynamic, dependencyTypes } of modules.get(source)?.dependencies ?? [])
    if (!dynamic && !dependencyTypes.includes("type-only") && !importer.has(resolved)) importer.set(resolved, source);
for (const [source, by] of importer)
  if (loadedLater.test(source)) lines.push(`first-screen-without-queries: ${by} → ${source}`);

for (const line of new Set(lines)) process.stderr.write(`${line}\n`);
process.stdout.write(
  `imports: ${totalCruised} files, ${totalDependenciesCruised} imports, ${new Set(lines).size} violations\n`,
);
process.exitCode = lines.length > 0 ? 1 : 0;
