import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { serverFile, serverFlags } from "../serverFlags.mjs";
import { exists, read, unknownNames } from "./deployFiles.ts";

const dockerfile = read("Dockerfile");
const parsed = DockerfileParser.parse(dockerfile);
const argumentsOf = (keyword: string): string[] =>
  parsed
    .getInstructions()
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? "");

test("the Dockerfile is well-formed", () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(validate("FORM node\n")).not.toEqual([]);
});

test("it uses the pinned Node in both stages", () => {
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: { node: string } };
  const image = `node:${dependencies.node}-bookworm-slim`;
  expect(argumentsOf("FROM")).toEqual([`${image} AS build`, image]);
});

test("it sets settings that exist, runs as no user of the system, and starts what npm starts", () => {
  const names = argumentsOf("ENV").flatMap((text) => [...text.matchAll(/(\w+)=/g)].map(([, name = ""]) => name));
  expect(unknownNames(names)).toEqual([]);
  expect(argumentsOf("USER")).toEqual(["10001:10001"]);
  const [command = "[]"] = argumentsOf("CMD");
  const [program, ...flags] = JSON.parse(command) as string[];
  const file = flags.pop() ?? "";
  expect([program, file]).toEqual(["node", serverFile]);
  expect(flags).toEqual(serverFlags);
  const copied = argumentsOf("COPY").filter((text) => text.startsWith("--from=build"));
  const paths = copied.map((text) => text.split(" ")[1]?.replace("/srv/foyer/", "") ?? "");
  const written = argumentsOf("RUN").flatMap((text) => [...text.matchAll(/ > (\S+)$/g)].map(([, name = ""]) => name));
  expect(written).toEqual(["sbom.json"]);
  expect(paths.filter((path) => !exists(path) && !written.includes(path))).toEqual([]);
});

test("what it leaves out of the image's context is not needed to run", () => {
  const left = read(".dockerignore").trim().split("\n");
  expect(left).toContain("apps/server/test");
  expect(
    left.filter((path) => ["apps", "packages", "scripts", "package.json", "package-lock.json"].includes(path)),
  ).toEqual([]);
});
