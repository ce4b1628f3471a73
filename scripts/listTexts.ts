import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isCode, isTest, parse, read, root, trackedFiles, walk, type Node } from "./source.ts";

/**
 * Writes every text that a seller can replace, with its key, to the file that the catalogue's checks and the back office read.
 * A text is a string under a key like `cart.title` in an object of the storefront or the server. With `--check` it only
 * compares. Fails for a key with two texts.
 */
const target = "apps/server/src/catalogue/texts/texts.json";

const hasTexts = (path: string): boolean =>
  /^apps\/(?:storefront|server)\/src\//.test(path) && isCode(path) && !isTest(path) && !notTexts.has(path);
/** Files with keys of that form that do not contain texts. */
const notTexts: ReadonlySet<string> = new Set([
  "apps/server/src/http/openapi/operation.ts",
  "apps/server/src/db/connection/statementSpan.ts",
  "apps/server/src/tracing/startTracing.ts",
]);
const textKey = /^[a-z][a-z_]*(?:\.[a-z][a-z_-]*)+$/;

const valueOf = (node: Node): string | undefined => {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TSAsExpression") return valueOf(node.expression as Node);
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [valueOf(node.left as Node), valueOf(node.right as Node)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
};

const texts = new Map<string, string>();
const problems: string[] = [];
for (const file of trackedFiles().filter(hasTexts))
  walk(parse(file).program as unknown as Node, (node) => {
    if (node.type !== "Property") return;
    const key = valueOf(node.key as Node);
    const text = valueOf(node.value as Node);
    if (key === undefined || text === undefined || !textKey.test(key)) return;
    const known = texts.get(key);
    if (known !== undefined && known !== text)
      problems.push(`${file}: '${key}' is '${text}' here and '${known}' elsewhere`);
    texts.set(key, text);
  });

const sorted = Object.fromEntries([...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
const written = `${JSON.stringify(sorted, null, 2)}\n`;
if (process.argv.includes("--check")) {
  if (read(target) !== written) problems.push(`${target} is out of date: node scripts/listTexts.ts writes it`);
} else writeFileSync(join(root, target), written);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`texts: ${texts.size}, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
