import { parseSync } from "vite";
import { filledName, type TestName } from "./filledName.ts";
import {
  evaluate,
  isNode,
  notKnown,
  textOf,
  withConstants,
  withParameters,
  type Node,
  type Scope,
  type Value,
} from "./literals.ts";

const nodesIn = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode);

/** The function that a call such as `test.each(rows)("name", …)` or `describe.skipIf(…)("name", …)` ends up at. */
const calleeOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return String(node["name"]);
  return calleeOf(node.type === "MemberExpression" ? node["object"] : node["callee"]);
};

const methodOf = (callee: unknown): string | undefined =>
  isNode(callee) && callee.type === "MemberExpression" ? String((callee["property"] as Node)["name"]) : undefined;

/** Whether a call names no test yet, but says with which rows or when the tests run. */
const isPrepared = ({ callee }: Node): boolean => /^(?:each|for|skipIf|runIf)$/.test(methodOf(callee) ?? "");

type Suite = { readonly kind: "describe" | "test"; readonly name: Node; readonly others: readonly Node[] };

/** What a call of `describe`, `test` or `it` names. */
const suiteOf = (node: Node): Suite | undefined => {
  if (node.type !== "CallExpression" || isPrepared(node)) return undefined;
  const [name, ...others] = node["arguments"] as readonly Node[];
  const callee = calleeOf(node["callee"]);
  if (!name || !/^(?:Literal|TemplateLiteral|Identifier|MemberExpression)$/.test(name.type)) return undefined;
  if (callee === "describe") return { kind: "describe", name, others };
  return callee === "test" || callee === "it" ? { kind: "test", name, others } : undefined;
};

type Rows = { readonly method: string; readonly values: readonly Value[] };

/** The rows of `test.each(rows)("name", …)`. */
const rowsOf = ({ callee }: Node, scope: Scope): Rows | undefined => {
  const method = isNode(callee) ? methodOf(callee["callee"]) : undefined;
  if (method !== "each" && method !== "for") return undefined;
  const [rows] = (callee as Node)["arguments"] as readonly Node[];
  const values = rows ? evaluate(rows, scope) : notKnown;
  return { method, values: Array.isArray(values) ? (values as readonly Value[]) : [notKnown] };
};

const isFunction = ({ type }: Node): boolean => /Function/.test(type);

/** What a function can name within itself. `row` is what `each` calls it with. */
const withRow = (scope: Scope, node: Node, rows: Rows | undefined, row: Value): Scope => {
  if (!isFunction(node)) return scope;
  const areSpread = rows?.method === "each" && rows.values.every(Array.isArray);
  return withParameters(scope, node["params"] as readonly Node[], areSpread ? (row as readonly Value[]) : [row]);
};

/** A name as the file writes it: a template's expressions are filled in as far as they are known. */
const written = (node: Node, scope: Scope): TestName => {
  if (node.type !== "TemplateLiteral") return [textOf(evaluate(node, scope))];
  const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
  const expressions = node["expressions"] as readonly Node[];
  return quasis.flatMap(({ value }, index) => {
    const expression = expressions[index];
    return expression ? [value.cooked, textOf(evaluate(expression, scope))] : [value.cooked];
  });
};

/** The full names of the tests in a file's code. */
export const testNames = (path: string, code: string): readonly TestName[] => {
  const names: TestName[] = [];
  const changed = new Set([...code.matchAll(/(\w+)\.(?:push|unshift|splice)\(/g)].flatMap(([, name]) => name ?? []));
  const visitInside = (node: Node, outer: TestName, scope: Scope): void => {
    const body = node["body"];
    const inner = Array.isArray(body) ? withConstants(scope, body as readonly Node[], changed) : scope;
    for (const child of nodesIn(node)) visit(child, outer, inner);
  };
  const visit = (node: Node, outer: TestName, scope: Scope): void => {
    const suite = suiteOf(node);
    if (!suite) {
      visitInside(node, outer, withRow(scope, node, undefined, notKnown));
      return;
    }
    const rows = rowsOf(node, scope);
    for (const [index, row] of (rows?.values ?? [undefined]).entries()) {
      const name = written(suite.name, scope).flatMap((part) =>
        part !== null && rows ? filledName(part, row, index) : [part],
      );
      if (suite.kind === "test") names.push([...outer, ...name]);
      else
        for (const inner of suite.others)
          visitInside(inner, [...outer, ...name, " "], withRow(scope, inner, rows, row));
    }
  };
  const { program, errors } = parseSync(path, code);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  visit(program as unknown as Node, [], new Map());
  return names;
};

/**
 * Whether a text is the beginning of `name`, from its part `index` on. It ends with a letter that is known: a value
 * that is only known at run time could be anything.
 */
const begins = (text: string, name: TestName, index = 0): boolean => {
  const part = name[index];
  if (text === "") return true;
  if (part === undefined) return false;
  if (part !== null)
    return part.startsWith(text) || (text.startsWith(part) && begins(text.slice(part.length), name, index + 1));
  return Array.from(text, (_, length) => text.slice(length)).some((rest) => begins(rest, name, index + 1));
};

/** Whether a text can begin the name of a test, or a word within it, as the runner of mutants looks for it. */
export const canNameTest = (text: string, name: TestName): boolean =>
  begins(text, name) ||
  name.some((part, index) =>
    part === null
      ? begins(text, name, index)
      : [...part.matchAll(/\s/g)].some(({ index: at }) => begins(text, [part.slice(at + 1), ...name.slice(index + 1)])),
  );
