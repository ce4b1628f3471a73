import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

export const root = join(import.meta.dirname, "..");

/** Every file that git tracks or would track, relative to the root of the repository. */
export const trackedFiles = (): string[] =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--deduplicate"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "");

export const read = (path: string): string => readFileSync(join(root, path), "utf8");
export const isCode = (path: string): boolean =>
  /^(packages|apps|journeys|bench|scripts)\/.*\.tsx?$/.test(path) && !path.endsWith(".d.ts");
export const isTest = (path: string): boolean => /\.test\.tsx?$|^(packages|apps)\/[^/]+\/test\/|^journeys\//.test(path);

export const parse = (path: string): ReturnType<typeof parseSync> => parseSync(path, read(path));

/** A node of the syntax tree, with the fields that these checks use. */
export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** Calls `visit` for every node, parents first. */
export const walk = (node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void => {
  visit(node, parent);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, node);
};
