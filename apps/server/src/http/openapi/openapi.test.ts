import { brotliDecompressSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { falseWords, trueWords } from "@foyer/contract/basics.ts";
import { maxEmbeddedEvents } from "@foyer/contract/shop/listing.ts";
import { refusalStatuses, type RefusalCode } from "@foyer/contract/errors.ts";
import { maxOrders } from "../../modules/orders/readOrders.ts";
import { apiRoutes } from "../../routes.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Document = {
  openapi: string;
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; parameters: { name?: string; in?: string }[]; requestBody?: object; servers?: object[] }
    >
  >;
};
const read = async (): Promise<Document> => {
  const { statusCode, headers, payload } = await server.app.inject({ url: "/api/openapi.json" });
  expect([statusCode, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  return JSON.parse(payload);
};

test("the document is OpenAPI 3.1", async () => {
  const document = await read();
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  expect(document.openapi).toBe("3.1.0");
});

test("the validator rejects an invalid document", async () => {
  const { paths: _, ...headless } = await read();
  expect((await new Validator().validate({ ...headless, paths: { "no-slash": {} } })).valid).toBe(false);
});

test("documents every mounted endpoint with its parameters", async () => {
  const { paths } = await read();
  const documented = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} /api${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  for (const call of documented) {
    const [method = "", url = ""] = call.split(" ");
    expect(server.app.hasRoute({ method: method as "GET", url }), call).toBe(true);
  }
  const calendar = paths["/events/{event_template_id}/calendar"];
  expect(calendar?.get).toMatchObject({
    operationId: "getCalendar",
    servers: [{ url: "http://localhost/api" }, { url: "http://localhost/cached_api" }],
  });
  expect(calendar?.get?.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name)).toEqual([
    "_format",
    "ticket_group_id._in",
    "start_datetime._lt",
  ]);
  expect(calendar?.post?.requestBody).toMatchObject({
    content: { "application/json": { schema: { additionalProperties: false, required: ["ticket_types_required"] } } },
  });
  expect(
    new Set(Object.values(paths).flatMap((calls) => Object.values(calls).map(({ operationId }) => operationId))).size,
  ).toBe(documented.length);
});

test("is compressed, and not sent again to a client that has it", async () => {
  const read = (headers: Record<string, string>) => server.app.inject({ url: "/api/openapi.json", headers });
  const plain = await read({});
  const packed = await read({ "accept-encoding": "br" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload);
  const again = await read({ "if-none-match": String(plain.headers.etag) });
  expect([again.statusCode, again.payload]).toEqual([304, ""]);
});

type Operation = {
  operationId: string;
  description?: string;
  parameters: { $ref?: string }[];
  requestBody?: { content: { "application/json": { example?: unknown } } };
  responses: Record<
    string,
    { content?: { "application/json"?: { example?: unknown; examples?: Record<string, unknown> } } }
  >;
};
const readOperations = async (): Promise<Map<string, Operation>> => {
  const { paths } = await read();
  const operations = Object.values(paths).flatMap((calls) => Object.values(calls) as unknown as Operation[]);
  return new Map(operations.map((operation) => [operation.operationId, operation]));
};
const hasParameter = ({ parameters }: Operation, name: string): boolean =>
  parameters.some(({ $ref }) => $ref === `#/components/parameters/${name}`);

test("every call documents its headers: the application's on writes, the key if it accepts one, the captcha if it requires one", async () => {
  const operations = await readOperations();
  for (const { endpoint, isIdempotent, refuses } of apiRoutes) {
    const operation = operations.get(endpoint.name);
    expect([endpoint.name, operation && hasParameter(operation, "application")]).toEqual([
      endpoint.name,
      endpoint.method !== "GET",
    ]);
    expect([endpoint.name, operation && hasParameter(operation, "idempotencyKey")]).toEqual([
      endpoint.name,
      isIdempotent,
    ]);
    expect([endpoint.name, operation && hasParameter(operation, "captchaToken")]).toEqual([
      endpoint.name,
      refuses.includes("captcha_required"),
    ]);
  }
});

test("every call lists its refusals under their status", async () => {
  for (const [name, { responses }] of await readOperations())
    for (const [status, { content }] of Object.entries(responses))
      for (const code of Object.keys(content?.["application/json"]?.examples ?? {}))
        expect([name, code, refusalStatuses[code as RefusalCode]]).toEqual([name, code, Number(status)]);
  const pay = (await readOperations()).get("payCart")?.responses;
  expect(Object.keys(pay?.[402]?.content?.["application/json"]?.examples ?? {})).toContain("card_declined");
});

test("every body has an example, which the call accepts", async () => {
  const operations = await readOperations();
  for (const { endpoint } of apiRoutes.filter(({ endpoint: { method } }) =>
    ["POST", "PUT", "PATCH"].includes(method),
  )) {
    const example = operations.get(endpoint.name)?.requestBody?.content["application/json"].example;
    expect([endpoint.name, typeof example]).toEqual([endpoint.name, "object"]);
    expect([endpoint.name, endpoint.body.safeParse(example).error?.issues]).toEqual([endpoint.name, undefined]);
  }
});

test("every JSON reply has an example, which holds all that the call promises and nothing more", async () => {
  const operations = await readOperations();
  for (const { endpoint } of apiRoutes.filter(({ endpoint, redirects }) => !endpoint.raw && !redirects)) {
    const example = operations.get(endpoint.name)?.responses[200]?.content?.["application/json"]?.example;
    expect([endpoint.name, typeof example]).toEqual([endpoint.name, "object"]);
    expect([endpoint.name, endpoint.reply.parse(example)]).toEqual([endpoint.name, example]);
  }
});

test("contains the detailed rules from the contract's comments", async () => {
  const document = (await read()) as Document & {
    components: { schemas: Record<string, { properties?: Record<string, { description?: string }> }> };
  };
  expect(document.components.schemas.Cart?.properties?.expires_in?.description).toMatch(/seconds left/);
  expect((await readOperations()).get("payCart")?.description).toContain("`payment_incorrect_amount`");
});

const descriptionsIn = (node: unknown): readonly string[] => {
  if (typeof node !== "object" || node === null) return [];
  const { description } = node as { description?: unknown };
  return [...(typeof description === "string" ? [description] : []), ...Object.values(node).flatMap(descriptionsIn)];
};

test("names nothing that only the code knows: no constant and no file", async () => {
  const operations = new Set((await readOperations()).keys());
  const descriptions = descriptionsIn(await read());
  expect(descriptions.length).toBeGreaterThan(500);
  const names = descriptions.flatMap((text) => [...text.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name = ""]) => name));
  expect(names.filter((name) => !operations.has(name))).toEqual([]);
  expect(descriptions.filter((text) => /\.ts\b|\b(?:rules|modules)\//.test(text))).toEqual([]);
});

test("names the words of a flag and the limit of a listing as they are", async () => {
  const { components } = (await read()) as unknown as {
    components: { schemas: Record<string, { description?: string }> };
  };
  const words = components.schemas.QueryFlag?.description?.match(/\w+/g);
  expect(words).toEqual(expect.arrayContaining([...trueWords, ...falseWords]));
  const { parameters } = (await readOperations()).get("listEvents") as unknown as {
    parameters: { name: string; description: string }[];
  };
  expect(parameters.find(({ name }) => name === "_limit")?.description).toContain(`At most ${maxEmbeddedEvents} `);
});

test("every query parameter is described, with the number of ids that the call takes", async () => {
  const operations = [...(await readOperations())] as unknown as [
    string,
    { parameters: { name?: string; in?: string; description?: string }[] },
  ][];
  const parameters = operations.flatMap(([call, operation]) =>
    operation.parameters.filter((one) => one.in === "query").map((one) => ({ call, ...one })),
  );
  const text = (call: string) => parameters.find((one) => one.call === call && one.name === "id._in")?.description;
  expect(parameters.length).toBeGreaterThan(60);
  expect(parameters.filter(({ description = "" }) => description === "")).toEqual([]);
  expect([text("listOrders"), text("myOrders")]).toEqual(
    Array(2).fill(`At most ${maxOrders} ids, separated by commas.`),
  );
});
