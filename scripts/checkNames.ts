import { isCode, isTest, parse, trackedFiles, type Node } from "./source.ts";
import { explainedNames } from "./explainedNames.ts";

/**
 * One concept, one word: lists exported names that are defined in more than one file. A name that means the same
 * everywhere and has to be defined twice is explained in `explainedNames.ts`; all others fail the check.
 */
type Definition = { readonly name: string; readonly kind: string; readonly path: string };

const kinds: Readonly<Record<string, string>> = {
  TSTypeAliasDeclaration: "type",
  TSInterfaceDeclaration: "type",
  ClassDeclaration: "class",
  FunctionDeclaration: "function",
  VariableDeclaration: "value",
};

const namesOf = (declaration: Node): string[] => {
  const id = (node: unknown): string[] => {
    const named = node as { name?: string; properties?: { value: unknown }[] } | null;
    if (!named) return [];
    if (typeof named.name === "string") return [named.name];
    return (named.properties ?? []).flatMap(({ value }) => id(value));
  };
  if (declaration.type !== "VariableDeclaration") return id(declaration["id"]);
  return (declaration["declarations"] as { id: unknown }[]).flatMap((each) => id(each.id));
};

const definitionsIn = (path: string): Definition[] =>
  (parse(path).program.body as unknown as Node[]).flatMap((statement) => {
    const declaration = statement["declaration"] as Node | null | undefined;
    if (statement.type !== "ExportNamedDeclaration" || !declaration) return [];
    return [...new Set(namesOf(declaration))].map((name) => ({ name, kind: kinds[declaration.type] ?? "value", path }));
  });

const definitions = trackedFiles()
  .filter((path) => isCode(path) && !isTest(path) && /^(packages|apps)\//.test(path))
  .flatMap(definitionsIn);
const byName = Map.groupBy(definitions, ({ name }) => name);
const rows = [...byName]
  .map(([name, found]) => ({ name, found: [...new Map(found.map((each) => [each.path, each])).values()] }))
  .filter(({ found }) => found.length > 1);
const unexplained = rows.filter(({ name }) => !Object.hasOwn(explainedNames, name));
const outdated = Object.keys(explainedNames).filter((name) => !rows.some((row) => row.name === name));

for (const { name, found } of unexplained)
  process.stderr.write(`${name}: ${found.map(({ kind, path }) => `${kind} in ${path}`).join(", ")}\n`);
for (const name of outdated) process.stderr.write(`${name}: explained, but defined once\n`);
process.stdout.write(
  `names: ${byName.size} exported, ${rows.length} defined more than once, ${unexplained.length + outdated.length} unexplained\n`,
);
process.exitCode = unexplained.length + outdated.length > 0 ? 1 : 0;
