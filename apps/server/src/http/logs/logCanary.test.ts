import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applicationHeader, idempotencyHeader } from "@foyer/contract/endpoint.ts";
import { apiRoutes } from "../../routes.ts";
import { listRoutes } from "../../../test/app/listRoutes.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { createLoginShop } from "../../../test/accounts/login.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";
import { openApiDocument } from "../openapi/openapi.ts";

/** A text that a visitor sends in every field that accepts one. */
const canary = "Canarybird-7";
const canaryEmail = "canarybird@secret-place.example";

let server: TestApp;
let shop: TestShop;
let cookie: string;
const lines: string[] = [];
beforeAll(async () => {
  server = await openTestApp({
    logger: { level: "trace", stream: { write: (line: string) => void lines.push(line) } },
  });
  shop = await createLoginShop(server, "otp_or_password");
  const buyer = new TestBuyer(server, shop);
  await buyer.hold(1);
  cookie = buyer.cookie;
});
afterAll(() => server.close());

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
};
type Described = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
type Operation = {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};
const described = JSON.parse(JSON.stringify(openApiDocument(apiRoutes, "http://localhost"))) as Described;

const textFor = (format: string | undefined, name: string): string => {
  if (format === "uuid" || name.endsWith("_id")) return crypto.randomUUID();
  if (format === "date") return "2030-01-01";
  if (format === "date-time") return "2030-01-01T10:00:00Z";
  return format === "email" || /email|username/.test(name) ? canaryEmail : canary;
};

/** A value that matches a schema, with every field, and the canary in every text. */
const valueFor = (schema: Schema, name = "", depth = 6): unknown => {
  if (schema.$ref)
    return valueFor(described.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, name, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.allOf ?? [];
  if (first) return valueFor(first, name, depth);
  if (depth === 0) return canary;
  if (schema.type === "array") return schema.items ? [valueFor(schema.items, name, depth - 1)] : [];
  if (schema.type === "integer" || schema.type === "number") return 1;
  if (schema.type === "boolean") return true;
  if (schema.type !== "object") return textFor(schema.format, name);
  const fields = Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, valueFor(inner, key, depth - 1)]);
  if (typeof schema.additionalProperties === "object")
    fields.push([canary, valueFor(schema.additionalProperties, "", depth - 1)]);
  return Object.fromEntries(fields);
};

const operationFor = (method: string, url: string): Operation | undefined =>
  described.paths[url.replace(/^\/(?:cached_)?api/, "").replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()] ??
  described.paths[url.replace("/cached_api", "/api").replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];

/** Requests of one route: as described, with an additional field, and with the canary in every part of the URL. */
const requestsOf = (route: string): InjectOptions[] => {
  const [method = "", url = ""] = route.split(" ");
  const operation = operationFor(method, url);
  const query = Object.fromEntries(
    (operation?.parameters ?? [])
      .filter((parameter) => parameter.in === "query" && parameter.name !== "_seller")
      .map(({ name = "", schema = {} }) => [name, String(valueFor(schema, name))]),
  );
  const schema = operation?.requestBody?.content["application/json"]?.schema;
  const body = schema ? valueFor(schema) : undefined;
  const path = url.replace(/:(\w+)/g, () => crypto.randomUUID()).replace("*", canary);
  const request = (path: string, query: object, body: unknown): InjectOptions => ({
    method: method as "GET",
    url: path,
    query: { _seller: shop.slug, ...query } as Record<string, string>,
    headers: {
      [applicationHeader.name]: applicationHeader.value,
      [idempotencyHeader]: crypto.randomUUID(),
      "user-agent": canary,
      "x-captcha-token": canary,
      referer: `http://localhost/?token=${canary}`,
      cookie,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return [
    request(path, {}, body),
    request(path, query, body),
    request(path, { [canary]: canary }, body && typeof body === "object" ? { ...body, [canary]: canary } : body),
    request(url.replace(/:(\w+)/g, canary).replace("*", canary), {}, body),
  ];
};

const sendThroughEveryRoute = async (): Promise<number[]> => {
  const statuses: number[] = [];
  for (const route of listRoutes(server.app))
    for (const request of requestsOf(route)) statuses.push((await server.app.inject(request)).statusCode);
  return statuses;
};
const leaks = (): string[] => lines.filter((line) => /canarybird|secret-place/i.test(line));

test("no log line holds what a visitor sent, through any route, at the most detailed level", async () => {
  const statuses = await sendThroughEveryRoute();
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
  expect(statuses.filter((status) => status === 500)).toEqual([]);
  server.app.log.trace({ note: "the log is read" });
  expect(lines.length).toBeGreaterThan(0);
  expect(leaks()).toEqual([]);
});

test("no log line holds what a visitor sent when the database fails each statement", async () => {
  lines.length = 0;
  await server.runAsOwner(`do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'seller%' loop
      execute format('revoke all on %I from foyer_app', name);
    end loop;
  end $$`);
  const statuses = await sendThroughEveryRoute();
  expect(statuses.filter((status) => status === 500).length).toBeGreaterThan(30);
  expect(lines.filter((line) => line.includes("unexpected error")).length).toBeGreaterThan(30);
  expect(leaks()).toEqual([]);
});
