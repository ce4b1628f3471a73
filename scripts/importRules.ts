import type { IForbiddenRuleType } from "dependency-cruiser";

/** A folder, and what its files may import in addition to each other: folders of the repository, and packages by name. */
type Layer = {
  readonly path: string;
  readonly may: readonly string[];
  /** Third-party packages; all declared ones if left out. */
  readonly packages?: readonly string[];
};

/** From left to right: a module may use the use cases of modules to its left, never the reverse. */
const modules =
  "seller identity staff audit catalog seating codes giftcards journal cart membership checkout orders aftersale account renewals wallet".split(
    " ",
  );
/** The back office, which only the app may import. */
const offices =
  "limits downloads imports signin staffing audit bulk editing sessions keys gate desk comps members lists money board reports search views operator giftcards codes sale emails".split(
    " ",
  );
const features = "login cart listing reserve membership checkout orders aftersale account".split(" ");

const contract = "packages/contract";
const rules = "packages/rules";
const ui = "packages/ui";
const demo = "packages/demo";
const server = "apps/server/src";
const storefront = "apps/storefront/src";
const backoffice = "apps/backoffice/src";

const before = (order: readonly string[], name: string): readonly string[] => order.slice(0, order.indexOf(name));
const below = (...names: readonly string[]) => names.map((name) => `${server}/${name}`);

export const layers: readonly Layer[] = [
  { path: contract, may: [], packages: ["zod"] },
  { path: rules, may: [contract], packages: ["culori", "re2js", "yaml"] },
  { path: ui, may: [], packages: ["d3-selection", "d3-zoom", "react", "react-dom"] },
  { path: demo, may: [contract, rules] },
  { path: `${server}/errors`, may: [contract] },
  { path: `${server}/cache`, may: [], packages: ["lru-cache"] },
  { path: `${server}/signals`, may: [], packages: [] },
  { path: `${server}/db`, may: [contract, rules, ...below("errors", "cache", "signals", "settings.ts")] },
  { path: `${server}/providers`, may: [contract, rules, ...below("errors", "cache", "signals", "db", "settings.ts")] },
  {
    path: `${server}/http`,
    may: [contract, rules, ...below("errors", "cache", "signals", "db", "providers", "settings.ts")],
  },
  { path: `${server}/metrics`, may: below("signals", "db") },
  { path: `${server}/tracing`, may: below("errors", "signals") },
  ...modules.map((name) => ({
    path: `${server}/modules/${name}`,
    may: [
      contract,
      rules,
      ...below("errors", "cache", "signals", "db", "providers", "http"),
      ...below(...before(modules, name).map((other) => `modules/${other}`)),
    ],
  })),
  ...offices.map((name) => ({
    path: `${server}/office/${name}`,
    may: [
      contract,
      rules,
      demo,
      ...below("errors", "cache", "signals", "db", "providers", "http", "modules", "catalogue"),
      ...below(...before(offices, name).map((other) => `office/${other}`)),
    ],
  })),
  { path: `${server}/catalogue`, may: [contract, rules, ...below("errors", "db", "http")] },
  {
    path: `${server}/page`,
    may: [contract, rules, ...below("errors", "cache", "db", "providers", "http", "settings.ts")],
  },
  { path: `${server}/jobs`, may: [contract, rules, server] },
  { path: `${server}/cli`, may: [contract, rules, demo, server] },
  { path: server, may: [contract, rules, demo] },
  { path: "apps/server/test", may: [contract, rules, demo, server] },
  { path: backoffice, may: [contract, rules, ui] },
  ...["api", "shared"].map((name) => ({
    path: `${storefront}/${name}`,
    may: [contract, rules, ui, `${storefront}/api`, `${storefront}/shared`],
  })),
  ...features.map((name) => ({
    path: `${storefront}/features/${name}`,
    may: [
      contract,
      rules,
      ui,
      `${storefront}/api`,
      `${storefront}/shared`,
      ...before(features, name).map((other) => `${storefront}/features/${other}`),
    ],
  })),
  ...["shell", "routes"].map((name) => ({ path: `${storefront}/${name}`, may: [contract, rules, ui, storefront] })),
  { path: `${storefront}/stories`, may: [contract, rules, ui, demo, storefront] },
  { path: storefront, may: [contract, rules, ui] },
  { path: "apps/storefront/test", may: [contract, rules, ui, demo, storefront] },
  { path: "journeys", may: [contract, rules, demo, server, "apps/server/test", "scripts/sampling.ts"] },
  {
    path: "bench",
    may: [contract, rules, ui, demo, server, "apps/server/test", storefront, "scripts/serverFlags.mjs"],
  },
];

const escaped = (path: string): string => path.replaceAll(".", "\\.");
const inside = (path: string): string => (/\.m?[jt]s$/.test(path) ? `^${escaped(path)}$` : `^${escaped(path)}/`);

/** Tests and code that only tests use may import every layer, as callers would. */
export const tests = "\\.test\\.[jt]sx?$|^(packages|apps)/[^/]+/test/";

/** Deeper layers: `apps/server/src` itself leaves its folders to their own rules. */
const deeper = (path: string): string[] =>
  layers.filter((other) => other.path.startsWith(`${path}/`)).map((other) => inside(other.path));

/** The manifest that must declare what a file imports. */
export const manifestOf = (path: string): string =>
  /^(?:apps|packages)\//.test(path) ? `${path.split("/").slice(0, 2).join("/")}/package.json` : "package.json";

const layerRules = layers.flatMap(({ path, may, packages }): IForbiddenRuleType[] => {
  const from = { path: inside(path), pathNot: [tests, ...deeper(path)] };
  const local: IForbiddenRuleType = {
    name: `${path} imports what it may`,
    severity: "error",
    from,
    to: { path: "^(packages|apps|journeys|bench|scripts)/", pathNot: [path, ...may].map(inside) },
  };
  if (!packages) return [local];
  const known = packages.map((name) => `node_modules/${name}/`);
  return [
    local,
    {
      name: `${path} imports ${packages.join(", ") || "no package"}`,
      severity: "error",
      from,
      to: { path: "node_modules/", pathNot: known },
    },
  ];
});

/** Every rule about imports. */
export const forbidden: IForbiddenRuleType[] = [
  ...layerRules,
  {
    name: "no circle, types included",
    severity: "error",
    from: {},
    to: { circular: true },
  },
  {
    name: "rules take only types from contract",
    severity: "error",
    from: { path: `^${rules}/`, pathNot: tests },
    to: { path: `^${contract}/`, dependencyTypesNot: ["type-only"] },
  },
  {
    name: "SQL belongs to its module",
    severity: "error",
    from: { path: `^${server}/modules/([^/]+)/` },
    to: { path: `^${server}/modules/.+\\.sql\\.ts$`, pathNot: `^${server}/modules/$1/` },
  },
  {
    name: "SQL of a module is no office's",
    severity: "error",
    from: { path: `^${server}/office/` },
    to: { path: `^${server}/modules/.+\\.sql\\.ts$` },
  },
  {
    name: "a feature's CSS belongs to it alone",
    severity: "error",
    from: { path: `^${storefront}/(features/[^/]+|[^/]+)/` },
    to: { path: `^${storefront}/.+\\.css$`, pathNot: `^${storefront}/$1/` },
  },
  {
    name: "modules do not know Fastify",
    severity: "error",
    from: { path: `^${server}/(modules|office)/`, pathNot: tests },
    to: { path: "node_modules/@?fastify/" },
  },
  {
    name: "no test code in the product",
    severity: "error",
    from: { path: "^(apps|packages)/[^/]+/(src|sellers|art)/", pathNot: tests },
    to: { path: tests },
  },
  {
    name: "packages are declared where they are used",
    severity: "error",
    from: { path: "^(apps|packages)/" },
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  {
    name: "every import resolves",
    severity: "error",
    from: {},
    to: { couldNotResolve: true, pathNot: "\\.(?:css|wasm)\\?|^virtual:" },
  },
];
