import { writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parse, read, root, trackedFiles, type Node } from "./source.ts";

/**
 * Writes the contract's comments to the file from which `openapi.json` takes its descriptions, by path:
 * `Cart.expires_in`, `payCart`, `payCart.body.terms_accepted`. With `--check` it only compares.
 */
const target = "apps/server/src/http/openapi/descriptions.json";
const described = /^packages\/contract\/src\/(?:shop\/|basics\.ts|errors\.ts)/;

/** A constant of a module: its value, its comment, and the module in which its names are looked up. */
type Constant = { readonly value: Node; readonly comment: string | undefined; readonly file: string };
type Module = { readonly constants: ReadonlyMap<string, Constant>; readonly exported: ReadonlySet<string> };
type Scope = { readonly file: string; readonly parameters: ReadonlyMap<string, { node: Node; scope: Scope }> };

const commentText = (source: string): string =>
  source
    .replace(/^\*/, "")
    .replace(/\s*\n\s*\*\s?/g, " ")
    .trim();

/** The documentation comment directly before a node. */
const commentFinder = (file: string): ((node: Node) => string | undefined) => {
  const text = read(file);
  const comments = parse(file).comments.filter(({ type, value }) => type === "Block" && value.startsWith("*"));
  return (node) => {
    const before = comments.findLast(({ end }) => end <= node.start);
    return before && /^\s*$/.test(text.slice(before.end, node.start)) ? commentText(before.value) : undefined;
  };
};

const modules = new Map<string, Module>();
const finders = new Map<string, ReturnType<typeof commentFinder>>();
const commentOf = (file: string, node: Node): string | undefined => {
  const find = finders.get(file) ?? commentFinder(file);
  finders.set(file, find);
  return find(node);
};

const moduleOf = (file: string): Module => {
  const known = modules.get(file);
  if (known) return known;
  const constants = new Map<string, Constant>();
  const exported = new Set<string>();
  modules.set(file, { constants, exported });
  for (const statement of parse(file).program.body as unknown as Node[]) {
    if (statement.type === "ImportDeclaration") addImports(statement, file, constants);
    const declaration = (statement.declaration ?? statement) as Node;
    if (declaration.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations as { id: { name: string }; init: Node }[]) {
      constants.set(id.name, { value: init, comment: commentOf(file, statement), file });
      if (statement.type === "ExportNamedDeclaration") exported.add(id.name);
    }
  }
  return { constants, exported };
};

const addImports = (statement: Node, file: string, constants: Map<string, Constant>): void => {
  const source = (statement.source as { value: string }).value;
  if (!source.startsWith(".")) return;
  const imported = moduleOf(normalize(join(dirname(file), source))).constants;
  for (const { local } of statement.specifiers as { local: { name: string } }[]) {
    const constant = imported.get(local.name);
    if (constant) constants.set(local.name, constant);
  }
};

const isNamedSchema = (name: string, file: string): boolean => /^[A-Z]/.test(name) && moduleOf(file).exported.has(name);

const descriptions = new Map<string, string>();

/** Collects the comments of the parts of a value. Another named schema describes itself. */
const collect = (node: Node, path: string, scope: Scope): void => {
  if (node.type === "CallExpression") return collectCall(node, path, scope);
  if (node.type === "ObjectExpression") return collectObject(node, path, scope);
  if (node.type === "MemberExpression") return collectSpread(node, path, scope);
  if (node.type === "ArrayExpression")
    return elementsOf(node, scope).forEach((element, index) =>
      collect(element.node, `${path}#${index}`, element.scope),
    );
  if (/^TS(As|Satisfies)Expression$/.test(node.type)) return collect(node.expression as Node, path, scope);
  if (node.type !== "Identifier") return undefined;
  const name = node.name as string;
  const parameter = scope.parameters.get(name);
  if (parameter) return collect(parameter.node, path, parameter.scope);
  const constant = moduleOf(scope.file).constants.get(name);
  if (constant && !isNamedSchema(name, constant.file)) collect(constant.value, path, inFile(constant.file));
};

/** The alternatives of a union are numbered. */
const elementsOf = (list: Node, scope: Scope): { node: Node; scope: Scope }[] => {
  if (/^TS(As|Satisfies)Expression$/.test(list.type)) return elementsOf(list.expression as Node, scope);
  return ((list.elements ?? []) as Node[]).flatMap((element) => {
    if (element.type !== "SpreadElement") return [{ node: element, scope }];
    const constant = moduleOf(scope.file).constants.get((element.argument as Node).name as string);
    return constant ? elementsOf(constant.value, inFile(constant.file)) : [];
  });
};

const inFile = (file: string): Scope => ({ file, parameters: new Map() });

/** For a function of the contract, its result is followed; for any other, such as `z.object`, its arguments. */
const collectCall = (node: Node, path: string, scope: Scope): void => {
  const callee = node.callee as Node;
  const called = callee.type === "Identifier" ? moduleOf(scope.file).constants.get(callee.name as string) : undefined;
  const given = node.arguments as Node[];
  if (called?.value.type !== "ArrowFunctionExpression" || callee.name === "endpoint")
    return given.forEach((argument) => collect(argument, path, scope));
  const parameters = new Map(
    (called.value.params as Node[]).flatMap((parameter, index) => {
      const argument = given[index];
      return parameter.type === "Identifier" && argument
        ? [[parameter.name as string, { node: argument, scope }] as const]
        : [];
    }),
  );
  collect(called.value.body as Node, path, { file: called.file, parameters });
};

/** A spread, or the shape of another schema, adds fields, which are described here. */
const collectSpread = (node: Node, path: string, scope: Scope): void => {
  const target = node.type === "MemberExpression" ? (node.object as Node) : node;
  const constant = target.type === "Identifier" && moduleOf(scope.file).constants.get(target.name as string);
  if (constant) collect(constant.value, path, inFile(constant.file));
};

const collectObject = (node: Node, path: string, scope: Scope): void => {
  for (const property of node.properties as Node[]) {
    if (property.type === "SpreadElement") {
      collectSpread(property.argument as Node, path, scope);
      continue;
    }
    const { key, value } = property as unknown as { key: Node; value: Node };
    const inner = `${path}.${String(key.name ?? key.value)}`;
    const comment = commentOf(scope.file, property) ?? sharedComment(value, scope);
    if (comment !== undefined) descriptions.set(inner, comment);
    collect(value, inner, scope);
  }
};

/** A field whose value is a local constant has that constant's comment. */
const sharedComment = (value: Node, { file }: Scope): string | undefined => {
  if (value.type !== "Identifier") return undefined;
  const constant = moduleOf(file).constants.get(value.name as string);
  return constant && !isNamedSchema(value.name as string, constant.file) ? constant.comment : undefined;
};

/** An endpoint declared as a variation of another inherits its comment, unless it has one of its own. */
const inheritedComment = ({ value, file }: Constant): string | undefined => {
  const isEndpoint = value.type === "CallExpression" && (value.callee as Node).name === "endpoint";
  const [fields] = (isEndpoint ? value.arguments : []) as Node[];
  const spread = (fields?.type === "ObjectExpression" ? (fields.properties as Node[]) : []).find(
    ({ type }) => type === "SpreadElement",
  )?.argument as Node | undefined;
  return spread?.type === "Identifier" ? moduleOf(file).constants.get(spread.name as string)?.comment : undefined;
};

for (const file of trackedFiles().filter((path) => described.test(path) && !path.endsWith(".test.ts"))) {
  const { constants, exported } = moduleOf(file);
  for (const name of exported) {
    const constant = constants.get(name);
    if (!constant || constant.value.type === "ArrowFunctionExpression") continue;
    const comment = constant.comment ?? inheritedComment(constant);
    if (comment !== undefined) descriptions.set(name, comment);
    collect(constant.value, name, inFile(file));
  }
}

const sorted = Object.fromEntries([...descriptions].toSorted(([a], [b]) => (a < b ? -1 : 1)));
const code = `${JSON.stringify(sorted, null, 2)}\n`;
if (!process.argv.includes("--check")) writeFileSync(join(root, target), code);
else if (read(target) !== code) {
  process.stderr.write(`${target} is not what the contract's comments say: run node scripts/describeApi.ts.\n`);
  process.exitCode = 1;
}
process.stdout.write(`descriptions: ${descriptions.size} of endpoints, schemas and fields\n`);
