/** A node of a parsed file. */
export type Node = { readonly type: string; readonly [key: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Partial<Node>).type === "string";

/** Stands for a value that the file does not tell, such as the result of a call. */
export const notKnown = Symbol("not known");

type Primitive = string | number | boolean | null | undefined;
export type Value = Primitive | typeof notKnown | readonly Value[] | { readonly [key: string]: Value };

/** The values of the names that can be used at a place in the file. */
export type Scope = ReadonlyMap<string, () => Value>;

export const isPrimitive = (value: Value): value is Primitive =>
  value === null || (typeof value !== "object" && typeof value !== "symbol");

/** A value as a template shows it. Null if it is not known. */
export const textOf = (value: Value): string | null => (isPrimitive(value) ? String(value) : null);

const isObject = (value: Value): value is { readonly [key: string]: Value } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const propertyOf = (value: Value, key: Value): Value => {
  if (typeof key !== "string" && typeof key !== "number") return notKnown;
  if (Array.isArray(value)) return (value as readonly Value[])[Number(key)];
  return isObject(value) ? value[String(key)] : notKnown;
};

const keyOf = (node: Node, isComputed: unknown, scope: Scope): Value => {
  if (isComputed === true) return evaluate(node, scope);
  return node.type === "Identifier" ? String(node["name"]) : (node["value"] as Value);
};

const arrayOf = (elements: readonly (Node | null)[], scope: Scope): Value => {
  const values: Value[] = [];
  for (const element of elements) {
    if (element?.type !== "SpreadElement") {
      values.push(element ? evaluate(element, scope) : undefined);
      continue;
    }
    const spread = evaluate(element["argument"] as Node, scope);
    if (!Array.isArray(spread)) return notKnown;
    values.push(...(spread as readonly Value[]));
  }
  return values;
};

const objectOf = (properties: readonly Node[], scope: Scope): Value => {
  const object: Record<string, Value> = {};
  for (const property of properties) {
    if (property.type === "SpreadElement") {
      const spread = evaluate(property["argument"] as Node, scope);
      if (!isObject(spread)) return notKnown;
      Object.assign(object, spread);
      continue;
    }
    const key = keyOf(property["key"] as Node, property["computed"], scope);
    if (typeof key === "object" || typeof key === "symbol") return notKnown;
    object[String(key)] = evaluate(property["value"] as Node, scope);
  }
  return object;
};

const templateOf = (node: Node, scope: Scope): Value => {
  const quasis = node["quasis"] as readonly { readonly value: { readonly cooked: string } }[];
  const texts = (node["expressions"] as readonly Node[]).map((expression) => textOf(evaluate(expression, scope)));
  if (texts.includes(null)) return notKnown;
  return quasis.map(({ value }, index) => value.cooked + (texts[index] ?? "")).join("");
};

/** The names that a pattern such as `[name, { price }]` gives to the parts of a value. */
const namesIn = (pattern: Node, value: () => Value): readonly (readonly [string, () => Value])[] => {
  if (pattern.type === "Identifier") return [[String(pattern["name"]), value]];
  if (pattern.type === "ArrayPattern")
    return (pattern["elements"] as readonly (Node | null)[]).flatMap((element, index) =>
      element ? namesIn(element, () => propertyOf(value(), index)) : [],
    );
  if (pattern.type === "ObjectPattern")
    return (pattern["properties"] as readonly Node[]).flatMap((property) => {
      const key = isNode(property["key"]) ? keyOf(property["key"], property["computed"], new Map()) : notKnown;
      return isNode(property["value"]) ? namesIn(property["value"], () => propertyOf(value(), key)) : [];
    });
  // A default or a rest: nothing is said about its value, and a name of outside is hidden.
  const inner = pattern["left"] ?? pattern["argument"];
  return isNode(inner) ? namesIn(inner, () => notKnown) : [];
};

export const withParameters = (scope: Scope, parameters: readonly Node[], values: readonly Value[]): Scope =>
  new Map([...scope, ...parameters.flatMap((pattern, index) => namesIn(pattern, () => values[index]))]);

/** Adds the constants that a block declares. Nothing is known of those that are `changed` afterwards. */
export const withConstants = (scope: Scope, statements: readonly Node[], changed: ReadonlySet<string>): Scope => {
  const inner = new Map(scope);
  const declarators = statements
    .map((statement) => (isNode(statement["declaration"]) ? statement["declaration"] : statement))
    .filter(({ type }) => type === "VariableDeclaration")
    .flatMap(({ kind, declarations }) => (declarations as readonly Node[]).map((declarator) => ({ kind, declarator })));
  for (const { kind, declarator } of declarators) {
    const value = (): Value =>
      kind === "const" && isNode(declarator["init"]) ? evaluate(declarator["init"], inner) : notKnown;
    for (const [name, part] of namesIn(declarator["id"] as Node, value))
      inner.set(name, changed.has(name) ? () => notKnown : part);
  }
  return inner;
};

const objectFunctions = new Map<string, (value: { readonly [key: string]: Value }) => Value>([
  ["keys", Object.keys],
  ["values", Object.values],
  ["entries", Object.entries],
]);

/** Knows `Object.keys`, `Object.values`, `Object.entries` and `map` with an arrow function that only returns. */
const callOf = (node: Node, scope: Scope): Value => {
  const callee = node["callee"] as Node;
  const [argument] = node["arguments"] as readonly Node[];
  if (callee.type !== "MemberExpression" || !argument) return notKnown;
  const object = callee["object"] as Node;
  const name = String((callee["property"] as Node)["name"]);
  if (object["name"] === "Object") {
    const value = evaluate(argument, scope);
    return isObject(value) ? (objectFunctions.get(name)?.(value) ?? notKnown) : notKnown;
  }
  const list = evaluate(object, scope);
  const isMap = name === "map" && argument.type === "ArrowFunctionExpression" && argument["expression"] === true;
  if (!isMap || !Array.isArray(list)) return notKnown;
  return (list as readonly Value[]).map((item, index) =>
    evaluate(argument["body"] as Node, withParameters(scope, argument["params"] as readonly Node[], [item, index])),
  );
};

/** The value of an expression, as far as the file's literals tell it. */
export const evaluate = (node: Node, scope: Scope): Value => {
  switch (node.type) {
    case "Literal":
      return typeof node["value"] === "object" && node["value"] !== null ? notKnown : (node["value"] as Value);
    case "TemplateLiteral":
      return templateOf(node, scope);
    case "ArrayExpression":
      return arrayOf(node["elements"] as readonly (Node | null)[], scope);
    case "ObjectExpression":
      return objectOf(node["properties"] as readonly Node[], scope);
    case "Identifier":
      return scope.has(String(node["name"])) ? scope.get(String(node["name"]))?.() : notKnown;
    case "MemberExpression":
      return propertyOf(
        evaluate(node["object"] as Node, scope),
        keyOf(node["property"] as Node, node["computed"], scope),
      );
    case "CallExpression":
      return callOf(node, scope);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
      return evaluate(node["expression"] as Node, scope);
    default:
      return notKnown;
  }
};
