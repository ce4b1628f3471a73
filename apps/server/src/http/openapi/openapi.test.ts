import { brotliDecompressSync } from "node:zlib";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

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
    servers: [{ url: "/api" }, { url: "/cached_api" }],
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

test("is compressed, and not sent again to whoever has it", async () => {
  const read = (headers: Record<string, string>) => server.app.inject({ url: "/api/openapi.json", headers });
  const plain = await read({});
  const packed = await read({ "accept-encoding": "br" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload);
  const again = await read({ "if-none-match": String(plain.headers.etag) });
  expect([again.statusCode, again.payload]).toEqual([304, ""]);
});
