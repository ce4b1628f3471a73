import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, posix, relative, sep } from "node:path";

/** Whoever stands further right may use the use cases of those to the left, never the other way round. */
const modules =
  "seller identity catalog seating codes ledger cart membership checkout orders account renewals wallet".split(" ");
const features = "login cart listing reserve membership checkout orders account".split(" ");
const drawers = ["utils", "helpers", "common", "misc", "types", "hooks", "constants"];

/** A room is a folder of the house. `may` names the rooms and packages that it may import besides itself; `*` is every package. */
type Room = { readonly path: string; readonly may: readonly string[] };

const contract = "packages/contract";
const rules = "packages/rules";
const ui = "packages/ui";
const demo = "packages/demo";
const server = "apps/server/src";
const shop = "apps/storefront/src";
const leftOf = (order: readonly string[], name: string) => order.slice(0, order.indexOf(name));

const rooms: readonly Room[] = [
  { path: contract, may: ["zod"] },
  { path: rules, may: [contract] },
  { path: ui, may: ["react", "react-dom"] },
  { path: demo, may: [contract, rules, "*"] },
  ...["http", "page", "db", "outside"].map((name) => ({
    path: `${server}/${name}`,
    may: [
      contract,
      ...(name === "page" || name === "outside" ? [rules] : []),
      `${server}/settings.ts`,
      ...["http", "db", "outside"].map((other) => `${server}/${other}`),
      "*",
    ],
  })),
  ...modules.map((name) => ({
    path: `${server}/modules/${name}`,
    may: [
      contract,
      rules,
      ...["http", "db", "outside"].map((other) => `${server}/${other}`),
      ...leftOf(modules, name).map((other) => `${server}/modules/${other}`),
      "*",
    ],
  })),
  { path: `${server}/catalogue`, may: [contract, rules, `${server}/db`, `${server}/http`, "*"] },
  { path: `${server}/jobs`, may: [contract, rules, server, "*"] },
  { path: `${server}/simulation`, may: [contract, rules, server, "*"] },
  { path: `${server}/cli`, may: [contract, rules, demo, server, "*"] },
  { path: server, may: [contract, rules, demo, server, "*"] },
  ...["api", "shared"].map((name) => ({
    path: `${shop}/${name}`,
    may: [contract, rules, ui, `${shop}/api`, `${shop}/shared`, "*"],
  })),
  ...features.map((name) => ({
    path: `${shop}/features/${name}`,
    may: [
      contract,
      rules,
      ui,
      `${shop}/api`,
      `${shop}/shared`,
      ...leftOf(features, name).map((other) => `${shop}/features/${other}`),
      "*",
    ],
  })),
  { path: `${shop}/shell`, may: [contract, rules, ui, shop, "*"] },
  { path: `${shop}/routes`, may: [contract, rules, ui, shop, "*"] },
  { path: `${shop}/stories`, may: [contract, rules, ui, demo, shop, "*"] },
  { path: shop, may: [contract, rules, ui, shop, "*"] },
  { path: "apps/storefront", may: ["*"] },
  { path: "apps/server", may: ["*"] },
  { path: "journeys", may: [contract, rules, demo, "journeys", "apps/server", "*"] },
  { path: "bench", may: [contract, rules, ui, demo, "bench", "apps/server", shop, "*"] },
  { path: "scripts", may: ["*"] },
];

/** Folders whose children must each be a room of their own, so that a new one is placed on purpose. */
const corridors = ["packages", "apps", server, `${server}/modules`, shop, `${shop}/features`];
const laterRooms = ["apps/backoffice"];

export type Source = { readonly path: string; readonly text: string };

/** Everything that is not as the house wants it, one line each. Paths are relative to the root, with forward slashes. */
export const faults = (sources: readonly Source[]): string[] => [
  ...new Set(sources.flatMap((source) => [...placeFaults(source), ...importFaults(source)])),
];

const roomOf = (path: string): Room | undefined =>
  rooms.filter((room) => path.startsWith(`${room.path}/`)).toSorted((a, b) => b.path.length - a.path.length)[0];

const placeFaults = ({ path, text }: Source): string[] => {
  const found: string[] = [];
  const parts = path.split("/");
  for (const corridor of corridors) {
    if (!path.startsWith(`${corridor}/`)) continue;
    const child = path.slice(corridor.length + 1).split("/");
    const folder = `${corridor}/${child[0]}`;
    const listed =
      rooms.some((room) => room.path === folder || room.path.startsWith(`${folder}/`)) || laterRooms.includes(folder);
    if (child.length > 1 && !listed) found.push(`${folder}: a room that is not listed in scripts/check-house.ts`);
  }
  if (!roomOf(path) && parts.length > 1) found.push(`${path}: stands in no room of the house`);
  if (/^index\.[cm]?[jt]sx?$/.test(basename(path)))
    found.push(`${path}: an index file; name the file after what it holds`);
  const drawer = parts.find((part) => drawers.includes(part.replace(/\.[cm]?[jt]sx?$/, "")));
  if (drawer) found.push(`${path}: a drawer named ${drawer}; name it after what it holds`);
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "").trim();
  if (code !== "" && code.split(";").every((line) => line.trim() === "" || /^export\b[^=]*\bfrom\b/.test(line.trim())))
    found.push(`${path}: a barrel, which only passes on what others export`);
  if (path.endsWith(".tsx") && !path.startsWith("apps/storefront/") && !path.startsWith("packages/ui/"))
    found.push(`${path}: JSX outside the storefront and ui, where Node cannot run it`);
  return found;
};

type Import = { readonly target: string; readonly typeOnly: boolean };

const importsOf = (text: string): Import[] => {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
  const statements = [
    ...code.matchAll(/^\s*(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?["']([^"'\n]+)["']/gm),
  ];
  const calls = [...code.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)];
  return [
    ...statements.map(([, type, target = ""]) => ({ target, typeOnly: type !== undefined })),
    ...calls.map(([, target = ""]) => ({ target, typeOnly: false })),
  ];
};

const importFaults = ({ path, text }: Source): string[] => {
  const room = roomOf(path);
  if (!room) return [];
  const isTest = /\.(test|fixture|stories)\.[jt]sx?$|\/testing\.tsx?$/.test(path);
  return importsOf(text).flatMap(({ target, typeOnly }) => {
    const place = resolve(path, target);
    const says = (why: string) => [`${path}: imports ${target}; ${why}`];
    if (place === undefined) {
      if (isTest || room.may.includes("*")) return fastifyFault(room, target, says);
      return room.may.includes(packageOf(target)) ? [] : says(`${room.path} may not`);
    }
    if (place.startsWith(`${room.path}/`)) return sqlFault(path, place, room, says);
    const allowed =
      room.may.some((other) => place === other || place.startsWith(`${other}/`)) || (isTest && mayTest(room, place));
    if (!allowed) return says(`${room.path} may not look there`);
    if (room.path === rules && !typeOnly && !isTest) return says("rules take only types from contract");
    return sqlFault(path, place, room, says);
  });
};

/** A test may also use the people of the demo, and a module's test the whole server, as its caller sees it. */
const mayTest = (room: Room, place: string): boolean =>
  place.startsWith(`${demo}/`) ||
  (room.path.startsWith(server) && place.startsWith(`${server}/`) && !place.endsWith(".sql.ts"));

const sqlFault = (path: string, place: string, room: Room, says: (why: string) => string[]): string[] => {
  if (!place.endsWith(".sql.ts") || dirname(path) === dirname(place) || place.startsWith(`${room.path}/`)) return [];
  return place.startsWith(`${server}/modules/`) && room.path.startsWith(`${server}/modules/`)
    ? says("the SQL of another room is its own affair; use its use cases")
    : [];
};

const fastifyFault = (room: Room, target: string, says: (why: string) => string[]): string[] =>
  room.path.startsWith(`${server}/modules/`) && /^@?fastify\b/.test(target) ? says("modules do not know Fastify") : [];

const packageOf = (target: string): string =>
  target
    .split("/")
    .slice(0, target.startsWith("@") ? 2 : 1)
    .join("/");

/** The place in the house, or undefined for a package of somebody else and for Node's own. */
const resolve = (path: string, target: string): string | undefined => {
  if (target.startsWith(".")) return posix.join(posix.dirname(path), target);
  const [, name, rest] = /^@foyer\/([\w-]+)(?:\/(.*))?$/.exec(target) ?? [];
  if (!name) return undefined;
  return name === "server" || name === "storefront"
    ? `apps/${name}/src/${rest ?? ""}`
    : `packages/${name}/src/${rest ?? ""}`;
};

const readHouse = (root: string): Source[] =>
  ["packages", "apps", "journeys", "bench", "scripts"].flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => !/[/\\](node_modules|dist)[/\\]/.test(path))
        .map((path) => ({ path: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
      throw error;
    }
  });

if (import.meta.main) {
  const sources = readHouse(join(import.meta.dirname, ".."));
  const found = faults(sources);
  for (const fault of found) process.stderr.write(`${fault}\n`);
  process.stdout.write(`house: ${sources.length} files, ${found.length} walls broken\n`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
