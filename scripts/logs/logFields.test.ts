import { globSync } from "node:fs";
import ts from "typescript-5";
import { expect, test } from "vitest";
import { read, root } from "../source.ts";

type Line = {
  readonly file: string;
  readonly event: string | undefined;
  readonly message: string | undefined;
  readonly fields: readonly string[];
};

const isLogCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  /^(?:debug|info|warn|error|fatal)$/.test(node.expression.name.text) &&
  /(?:^|\.)log$/.test(node.expression.expression.getText().replace(/[?!]/g, ""));
const textOf = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteral(node) ? node.text : undefined;

const lineOf = (file: string, { arguments: [fields, message] }: ts.CallExpression): Line => {
  const properties = fields && ts.isObjectLiteralExpression(fields) ? [...fields.properties] : [];
  const named = properties.flatMap((property) =>
    property.name && ts.isIdentifier(property.name) ? [{ name: property.name.text, property }] : [],
  );
  const event = named.find(({ name }) => name === "event")?.property;
  return {
    file,
    event: event && ts.isPropertyAssignment(event) ? textOf(event.initializer) : undefined,
    message: textOf(message),
    fields: named.map(({ name }) => name),
  };
};

/** Every call that writes to the log, in the server's own code. */
const lines: readonly Line[] = globSync("apps/server/src/**/*.ts", { cwd: root })
  .filter((path) => !path.endsWith(".test.ts"))
  .flatMap((path) => {
    const found: Line[] = [];
    const visit = (node: ts.Node): void => {
      if (isLogCall(node)) found.push(lineOf(path, node));
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));
    return found;
  });

const page = read("docs/operations/log.md");
const section = (title: string): string =>
  new RegExp(`^(#+) ${title}\n([^]*?)(?=^#{1,3} |(?![^]))`, "m").exec(page)?.[2] ?? "";
const documented = [...section("Fields").matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names = ""]) =>
  [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
);
/** Fields of the logger itself, and fields that are composed elsewhere: a blocked script, a failed login at a provider. */
const others = ["level", "time", "pid", "hostname", "reqId", "msg", "traceId", "directive", "blocked"];

/** Messages of log lines whose event is in a variable. */
const namedByEvent = ["SSO provider failed", "SSO login failed"];

test("the log's calls are found", () => {
  expect(lines.length).toBeGreaterThan(45);
  expect(lines.filter(({ event }) => event !== undefined).length).toBeGreaterThan(35);
});

test("every field of a log line is documented, and no other", () => {
  const used = new Set(lines.flatMap(({ fields }) => fields));
  expect([...used].filter((name) => !documented.includes(name))).toEqual([]);
  expect(documented.filter((name) => !used.has(name) && !others.includes(name))).toEqual([]);
});

test("every event, and every message without one, is documented", () => {
  const names = lines
    .flatMap(({ event, message }) => event ?? message ?? [])
    .filter((name) => !namedByEvent.includes(name));
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("an event is one word for one thing, in lower case, and a message is plain words", () => {
  for (const { event = "an_event", message = "a message" } of lines) {
    expect(event).toMatch(/^[a-z][a-z_]*$/);
    expect(message).not.toMatch(/[{}<>_]{2}|\.$/);
  }
  for (const { fields } of lines) expect(fields.filter((name) => !/^[a-z][a-z_]*$/.test(name))).toEqual([]);
});
