import { parseSync } from "vite";

/** The parts of a test's full name, its describes included. Null stands for a value that is known only at run time. */
export type TestName = readonly (string | null)[];

type Node = { readonly type: string; readonly callee?: unknown; readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";
const nodesIn = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The function that a call such as `test.each(rows)("name", …)` or `describe.skipIf(…)("name", …)` ends up at. */
const calleeOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return String(node["name"]);
  return calleeOf(node.type === "MemberExpression" ? node["object"] : node.callee);
};

/** Whether a call names no test yet, but says with which rows or when the tests run. */
const isPrepared = ({ callee }: Node): boolean =>
  isNode(callee) &&
  callee.type === "MemberExpression" &&
  /^(?:each|for|skipIf|runIf)$/.test(String((callee["property"] as Node)["name"]));

/** Placeholders of `each`: those of printf, and `$field`. */
const placeholders = /%[sdifjoO#$]|\$[\w.]+/;
const partsOf = (text: string): TestName =>
  text.split(placeholders).flatMap((part, index) => (index === 0 ? [part] : [null, part]));

const nameOf = (node: Node): TestName => {
  if (node.type === "Literal") return partsOf(String(node["value"]));
  if (node.type !== "TemplateLiteral") return [null];
  const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.flatMap(({ value }, index) => [...(index === 0 ? [] : [null]), ...partsOf(value.cooked)]);
};

/** The full names of the tests in a file's code. */
export const testNames = (path: string, code: string): readonly TestName[] => {
  const names: TestName[] = [];
  const visit = (node: Node, outer: TestName): void => {
    const [first] = node.type === "CallExpression" ? (node["arguments"] as readonly Node[]) : [];
    const callee = first && !isPrepared(node) ? calleeOf(node.callee) : undefined;
    const isNamed = first !== undefined && /^(?:Literal|TemplateLiteral|Identifier|MemberExpression)$/.test(first.type);
    const isSuite = callee === "describe" && isNamed;
    if ((callee === "test" || callee === "it") && isNamed) names.push([...outer, ...nameOf(first)]);
    for (const inner of nodesIn(node)) visit(inner, isSuite ? [...outer, ...nameOf(first), " "] : outer);
  };
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  visit(program as unknown as Node, []);
  return names;
};

/** Whether a text is the beginning of `name`, from its part `index` on. */
const begins = (text: string, name: TestName, index = 0): boolean => {
  const part = name[index];
  if (text === "") return true;
  if (part === undefined) return false;
  if (part !== null)
    return part.startsWith(text) || (text.startsWith(part) && begins(text.slice(part.length), name, index + 1));
  return Array.from({ length: text.length + 1 }, (_, length) => text.slice(length)).some((rest) =>
    begins(rest, name, index + 1),
  );
};

/**
 * Whether a text can begin the name of a test, or a word within it, as the runner of mutants looks for it. A value that is
 * only known when the test runs can be any text.
 */
export const canNameTest = (text: string, name: TestName): boolean =>
  begins(text, name) ||
  name.some((part, index) =>
    part === null
      ? begins(text, name, index)
      : [...part.matchAll(/\s/g)].some(({ index: at }) => begins(text, [part.slice(at + 1), ...name.slice(index + 1)])),
  );
