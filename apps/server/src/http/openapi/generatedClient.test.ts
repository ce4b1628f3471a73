import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { Ajv2020 } from "ajv/dist/2020.js";
import axios, { type AxiosResponse } from "axios";
import { OpenAPIClientAxios, type Document, type OpenAPIClient } from "openapi-client-axios";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";

let server: TestApp;
let shop: TestShop;
let definition: Document;
/** The document contains the server's address, so it has to be known before the server listens. */
const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
};
beforeAll(async () => {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  server = await openTestApp({ origin });
  shop = await createTestShop(server.db);
  await server.app.listen({ port });
  definition = (await axios.get<Document>(`${origin}/api/openapi.json`)).data;
});
afterAll(() => server.close());

/** A client that a library generates from the document alone. It keeps cookies as a browser does. */
const generateClient = async (): Promise<OpenAPIClient> => {
  const client = await new OpenAPIClientAxios({ definition }).init();
  let cookie: string | undefined;
  client.interceptors.request.use((request) => {
    if (cookie !== undefined) request.headers.set("cookie", cookie);
    return request;
  });
  client.interceptors.response.use((response) => {
    cookie = response.headers["set-cookie"]?.[0]?.split(";")[0] ?? cookie;
    return response;
  });
  return client;
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Fails if a reply does not match the document for its call and status. */
const expectAsDescribed = ({ status, data, config }: AxiosResponse, operationId: string): void => {
  if (!ajv.getSchema("api")) ajv.addSchema(definition as object, "api");
  const method = config.method ?? "";
  const path = Object.entries(definition.paths ?? {}).find(
    ([, calls]) => (calls as Record<string, { operationId?: string }>)[method]?.operationId === operationId,
  )?.[0];
  const pointer = ["paths", path, method, "responses", status, "content", "application/json", "schema"]
    .map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  const validate = ajv.compile({ $ref: `api#/${pointer}` });
  expect([operationId, validate(data), validate.errors]).toEqual([operationId, true, null]);
};

const write = (): Record<string, string> => ({
  _seller: shop.slug,
  "x-application": "ecomm",
  "idempotency-key": crypto.randomUUID(),
});

test("a client generated from the document finds an event, buys two tickets and opens the order", async () => {
  const client = await generateClient();
  const call = async (operationId: string, parameters: Record<string, string>, body?: unknown) => {
    const reply = await client[operationId]?.(parameters as never, body);
    if (!reply) throw new Error(`The document has no call ${operationId}.`);
    expect([operationId, reply.status]).toEqual([operationId, 200]);
    expectAsDescribed(reply, operationId);
    return reply.data;
  };
  const read = { _seller: shop.slug };

  const { event_template } = await call("listEvents", { ...read, _limit: "5" });
  const event_template_id = event_template._data[0].id;
  const { ticket_type } = await call("getEvent", { ...read, event_template_id, _embed: "ticket_group,ticket_type" });
  const { event_session } = await call("listSessions", { ...read, event_template_id, _limit: "1" });
  const { cart } = await call("createCart", write(), {
    add: [
      {
        event_template_id,
        event_session_id: event_session._data[0].id,
        ticket_types_required: [{ ticket_type_id: ticket_type._data[0].id, quantity: 2 }],
      },
    ],
  });
  const { id: cart_id, payment_due_by_credit_card: amount } = cart._data[0];
  expect(amount).toBe("40.00");
  await call(
    "savePurchaser",
    { ...write(), cart_id },
    {
      identity: { first_name: "Ada", last_name: "Lovelace", email: "ada@example.org" },
      terms_accepted: true,
    },
  );
  const card = { number: "4242424242424242", expiry: "12/40", cvc: "123" };
  await call("payCart", { ...write(), cart_id }, [{ gateway_id: "test", amount, gateway_data: { card } }]);
  const done = await call("checkoutAsGuest", { ...write(), cart_id }, { terms_accepted: true });
  expect(done.outcome).toBe("completed");
  const { id: ticket_order_id, token } = done.ticket_order._data[0];
  const order = await call("getOrder", { ...read, ticket_order_id, token, _embed: "ticket" });
  expect(order.ticket._data.map(({ state }: { state: string }) => state)).toEqual(["booked", "booked"]);
});

test("the same client gets the refusals that the document describes", async () => {
  const client = await generateClient();
  const refused = async (operationId: string, parameters: Record<string, string>, body?: unknown) => {
    const reply = await client[operationId]?.(parameters as never, body, { validateStatus: () => true });
    if (!reply) throw new Error(`The document has no call ${operationId}.`);
    expectAsDescribed(reply, operationId);
    const { _code, _extra } = reply.data._data[0];
    return [reply.status, _code, _extra];
  };
  const { "x-application": _, ...withoutHeader } = write();
  expect(await refused("createCart", withoutHeader, {})).toEqual([
    403,
    "request_refused",
    { fields: ["x-application"], expected: "ecomm" },
  ]);
  expect(await refused("createCart", write(), { add: "two" })).toEqual([422, "validation_failed", { fields: ["add"] }]);
  expect(await refused("getCart", { _seller: shop.slug, cart_id: "mine" })).toEqual([
    400,
    "bad_field_value",
    { fields: ["cart_id"] },
  ]);
  expect(await refused("getCart", { _seller: shop.slug, cart_id: crypto.randomUUID() })).toEqual([
    404,
    "not_found",
    {},
  ]);
});
