import { posix } from "node:path";
import { isCode, isTest, parse, read, trackedFiles, walk, type Node } from "./source.ts";

/** Prints the size and structure of the code: `node scripts/counts.ts`. */
const files = trackedFiles().filter(isCode);
const product = files.filter((path) => !isTest(path) && /^(packages|apps)\//.test(path));
const linesOf = (text: string): number => text.split("\n").length - 1;

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const functions = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
/** Reasons why a function may be long: code that is read as one piece, not step by step. */
const pieces = new Map([
  ["JSXElement", "JSX tree"],
  ["JSXFragment", "JSX tree"],
  ["TemplateLiteral", "text or SQL"],
  ["ObjectExpression", "table"],
  ["ArrayExpression", "table"],
]);
/**
 * A factory, a hook or a component with handlers: few statements apart from its inner functions, each of which is
 * counted separately.
 */
const inner = "functions inside";

type LongFunction = { readonly at: string; readonly lines: number; readonly reason: string | undefined };

/** The kind of piece that takes most lines of a function, if the function has at most 50 lines without such pieces. */
const reasonOf = (node: Node, linesIn: (part: Node) => number, lines: number): string | undefined => {
  const inside = new Map<string, number>();
  let end = node.start;
  walk(node, (part) => {
    const piece = pieces.get(part.type) ?? (part !== node && functions.has(part.type) ? inner : undefined);
    if (piece === undefined || part.start < end || linesIn(part) < 3) return;
    if (piece === "table" && holdsSteps(part)) return;
    end = part.end;
    inside.set(piece, (inside.get(piece) ?? 0) + linesIn(part));
  });
  const [largest] = [...inside].toSorted((a, b) => b[1] - a[1]);
  const covered = inside.values().reduce((sum, each) => sum + each, 0);
  return lines - covered <= 50 ? largest?.[0] : undefined;
};

/** Whether a literal contains functions with statements, in which case it is not a table. */
const holdsSteps = (literal: Node): boolean => {
  let found = false;
  walk(literal, (part) => {
    found ||= functions.has(part.type) && (part["body"] as Node | null)?.type === "BlockStatement";
  });
  return found;
};

const lengthsOf = (path: string): LongFunction[] => {
  const text = read(path);
  const linesIn = (part: Node): number => linesOf(text.slice(part.start, part.end)) + 1;
  const found: LongFunction[] = [];
  walk(parse(path).program as unknown as Node, (node) => {
    if (!functions.has(node.type)) return;
    const lines = linesIn(node);
    const at = `${path}:${linesOf(text.slice(0, node.start)) + 1}`;
    found.push({ at, lines, reason: lines > 50 ? reasonOf(node, linesIn, lines) : undefined });
  });
  return found;
};

const count = (paths: readonly string[], pattern: RegExp): { readonly matches: number; readonly files: number } => {
  const each = paths.map((path) => read(path).match(pattern)?.length ?? 0).filter((matches) => matches > 0);
  return { matches: each.reduce((sum, matches) => sum + matches, 0), files: each.length };
};

const sizes = product.map((path) => linesOf(read(path)));
const lengths = product.flatMap(lengthsOf);
const long = lengths.filter(({ lines }) => lines > 50);
/** Styles and plain scripts count in a folder too, since they are read together with the code. */
const isSource = (path: string): boolean => isCode(path) || /^(packages|apps|scripts)\/.*\.(css|mjs|mts)$/.test(path);
const folders = [...Map.groupBy(trackedFiles().filter(isSource), (path) => posix.dirname(path))].map(
  ([path, inside]) => ({
    path,
    files: inside.length,
  }),
);
const largest = folders.toSorted((a, b) => b.files - a.files);
const hooks = count(product, /\bguardStands\(/g);
const handlers = count(
  product.filter((path) => !path.startsWith("packages/demo/")),
  /\b(?:handler|gateway_id|gateway\.id)\)? [!=]==? "(?:tickets|passes|codes|seated|ledger|donation|membership)"/g,
);
const vendor = (name: string) => product.filter((path) => read(path).toLowerCase().includes(name)).length;
const architecture = trackedFiles().includes("docs/architecture.md") ? read("docs/architecture.md") : "";

const rows: readonly (readonly [string, string | number])[] = [
  ["source files without tests", product.length],
  ["lines without tests", sizes.reduce((sum, lines) => sum + lines, 0)],
  ["lines of tests", files.filter(isTest).reduce((sum, path) => sum + linesOf(read(path)), 0)],
  ["lines a file: median, p90, largest", [0.5, 0.9, 1].map((share) => quantile(sizes, share)).join(", ")],
  ["functions over 50 lines", long.length],
  ...[...Map.groupBy(long, ({ reason }) => reason ?? "none")].map(
    ([reason, group]) => [`  of these for the reason: ${reason}`, group.length] as const,
  ),
  ["functions over 100 lines", lengths.filter(({ lines }) => lines > 100).length],
  ["folders with more than 25 source files", largest.filter((folder) => folder.files > 25).length],
  [
    "largest folders",
    largest
      .slice(0, 3)
      .map((folder) => `${folder.path} ${folder.files}`)
      .join(", "),
  ],
  ["guards that tests switch off in production code", `${hooks.matches} in ${hooks.files} files`],
  ["comparisons with the name of a handler or of gift cards", `${handlers.matches} in ${handlers.files} files`],
  ["files that name Stripe", vendor("stripe")],
  ["words in docs/architecture.md", architecture.split(/\s+/).filter(Boolean).length],
];
const width = Math.max(...rows.map(([label]) => label.length));
for (const [label, value] of rows) process.stdout.write(`${label.padEnd(width)}  ${value}\n`);
if (process.argv.includes("--functions"))
  for (const { at, lines, reason } of long.toSorted((a, b) => b.lines - a.lines))
    process.stdout.write(`${String(lines).padStart(5)}  ${at}  ${reason ?? ""}\n`);
