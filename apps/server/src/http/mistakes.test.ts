import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applicationHeader, type Endpoint } from "@foyer/contract/endpoint.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { createLoginShop } from "../../test/accounts/login.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { apiRoutes } from "../routes.ts";
import { parameterExamples, requestExamples } from "./openapi/examples.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

const endpoints = apiRoutes.map(({ endpoint }) => endpoint);
/** A login provider adds its own parameters to the URL that it redirects to. */
const closed = endpoints.filter(({ name }) => name !== "finishSsoLogin");
const writes = endpoints.filter(({ method }) => method !== "GET");
const withBody = writes.filter(({ method }) => method !== "DELETE");

const id = "5b6ad2a5-6c1c-4c6f-9c7b-3c0c2f4f7a10";
const pathOf = ({ path }: Endpoint, param: (name: string) => string = () => id): string =>
  path.replace(/:(\w+)/g, (_, name: string) => (name === "_seller" ? shop.slug : param(name)));
const paramNames = ({ path }: Endpoint): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => (name === undefined || name === "_seller" ? [] : [name]));
const urlOf = (endpoint: Endpoint, query = `?_seller=${shop.slug}`): string => `/api${pathOf(endpoint)}${query}`;

type Sent = Omit<InjectOptions, "method" | "url">;
const json = { "content-type": "application/json", [applicationHeader.name]: applicationHeader.value };
const send = async ({ method }: Pick<Endpoint, "method">, url: string, { headers = json, ...sent }: Sent = {}) => {
  const { statusCode, body } = await server.app.inject({ method, url, headers, ...sent });
  const [refusal] = (JSON.parse(body) as { _data?: { _code: string; _extra?: { fields?: string[] } }[] })._data ?? [];
  return { status: statusCode, code: refusal?._code, fields: refusal?._extra?.fields };
};
/** A body that the call accepts, so that only the mistake is refused. */
const bodyOf = ({ method, name }: Endpoint): Sent =>
  method === "GET" || method === "DELETE" ? {} : { payload: JSON.stringify(requestExamples[name] ?? {}) };

/** Sends one mistake to each call, and lists the calls that reply differently. */
const exceptions = async (
  calls: readonly Endpoint[],
  expected: { readonly status: number; readonly code: string; readonly field?: string },
  mistake: (endpoint: Endpoint) => Promise<Awaited<ReturnType<typeof send>> | undefined>,
): Promise<readonly string[]> => {
  const others: string[] = [];
  let sent = 0;
  for (const endpoint of calls) {
    const answer = await mistake(endpoint);
    if (!answer) continue;
    sent += 1;
    const { status, code, fields = [] } = answer;
    const isExpected = status === expected.status && code === expected.code;
    const { field } = expected;
    const isNamed = field === undefined || fields.some((one) => one === field || one.endsWith(`.${field}`));
    if (!isExpected || !isNamed) others.push(`${endpoint.name}: ${status} ${code} ${fields.join()}`);
  }
  expect(sent).toBeGreaterThan(10);
  return others;
};

test("an unknown query parameter is bad_field_value and named, in every call", async () => {
  const expected = { status: 400, code: "bad_field_value", field: "surprise" };
  const mistake = (endpoint: Endpoint) =>
    send(endpoint, urlOf(endpoint, `?_seller=${shop.slug}&surprise=1`), bodyOf(endpoint));
  expect(await exceptions(closed, expected, mistake)).toEqual([]);
});

const queryNames = ({ query }: Endpoint): readonly string[] => Object.keys(query.shape);
const refuses = ({ query }: Endpoint, name: string, value: unknown): boolean =>
  query.safeParse({ [name]: value }).error?.issues.some(({ path: [field] }) => field === name) === true;
/** Calls each endpoint once per query parameter, with a value for it. */
const eachParameter = async (value: (endpoint: Endpoint, name: string) => string | undefined) => {
  const others: string[] = [];
  let sent = 0;
  for (const endpoint of closed)
    for (const name of queryNames(endpoint)) {
      const text = value(endpoint, name);
      if (text === undefined) continue;
      sent += 1;
      const {
        status,
        code,
        fields = [],
      } = await send(endpoint, urlOf(endpoint, `?_seller=${shop.slug}&${text}`), bodyOf(endpoint));
      // Each name is listed once, whatever is wrong with its value.
      const named = fields.filter((field) => field === name).length;
      if (status !== 400 || code !== "bad_field_value" || named !== 1)
        others.push(`${endpoint.name} ${text}: ${status} ${code} ${fields.join()}`);
    }
  expect(sent).toBeGreaterThan(40);
  return others;
};

describe("a query parameter is bad_field_value and named, in every call", () => {
  const wrong = "no such value";
  test.each([
    ["with a value that does not fit", wrong],
    ["with a list of such values", `${wrong},${wrong}`],
    ["with more than a hundred ids", Array.from({ length: 101 }, () => id).join()],
    ["with a fraction", "1.5"],
    ["with a negative number", "-1"],
    ["with a day that does not exist", "2026-02-30"],
    ["with an instant without its zone", "2026-02-03T10:00:00"],
  ])("%s", async (_, value) => {
    const sentValue = (endpoint: Endpoint, name: string) =>
      refuses(endpoint, name, value) ? `${name}=${encodeURIComponent(value)}` : undefined;
    expect(await eachParameter(sentValue)).toEqual([]);
  });

  test("sent twice", async () => {
    expect(await eachParameter((_, name) => `${name}=1&${name}=2`)).toEqual([]);
  });

  test("with nothing after it, unless it is a list of words or free text", async () => {
    expect(await eachParameter((endpoint, name) => (refuses(endpoint, name, "") ? `${name}=` : undefined))).toEqual([]);
  });

  test("except for free text", () => {
    const free = closed.flatMap((endpoint) =>
      queryNames(endpoint).flatMap((name) => (refuses(endpoint, name, wrong) ? [] : [`${endpoint.name}.${name}`])),
    );
    // The URL that a login provider redirects to is checked separately; a browser is not shown an error about a parameter.
    expect(free).toEqual([
      "findAddress.text",
      "findAddress.container",
      "retrieveAddress.id",
      "listEvents.category",
      "listEvents.categories",
      "getImage.v",
      "startSsoLogin.redirect",
      "startSsoLogin.cart_id",
      "startSsoLogout.trip",
    ]);
  });
});

test("an id in capital letters is the same id, in the path and in a list", async () => {
  const get = async (path: string) =>
    (
      await server.app.inject({
        method: "GET",
        url: `/api${path}${path.includes("?") ? "&" : "?"}_seller=${shop.slug}`,
      })
    ).json();
  const [event, group] = [shop.event.id, shop.group.id];
  const upper = (text: string) => text.replaceAll(event, event.toUpperCase()).replaceAll(group, group.toUpperCase());
  for (const path of [
    `/events/${event}?_embed=ticket_group&ticket_group.id._in=${group}`,
    `/events/${event}/sessions?ticket_group.id._in=${group}`,
    `/events/${event}/sessions?ticket_group_id._in=${group},${group}`,
    `/events/${event}/calendar?ticket_group_id._in=${group}`,
    `/events/${event}/sessions/${shop.session.id}?_embed=ticket_group&ticket_group.id._in=${group}`,
    `/ticket_group/${group}?_embed=ticket_type`,
    `/event_template?id._in=${event}`,
    `/config?resource_id._in=${event},${group}`,
  ]) {
    const answer = await get(path);
    expect(Object.keys(answer), path).not.toContain("_data");
    expect(await get(upper(path)), path).toEqual(answer);
  }
});

test("an invalid id in the path is bad_field_value and named, in every call", async () => {
  const expected = { status: 400, code: "bad_field_value" };
  const mistake = async (endpoint: Endpoint) => {
    const isRefused = (name: string) =>
      endpoint.params.safeParse({ [name]: "no id" }).error?.issues.some(({ path: [field] }) => field === name);
    const name = paramNames(endpoint).find(isRefused);
    if (name === undefined) return undefined;
    const path = pathOf(endpoint, (param) => (param === name ? "no%20id" : (parameterExamples[param] ?? id)));
    const answer = await send(endpoint, `/api${path}?_seller=${shop.slug}`, bodyOf(endpoint));
    return answer.fields?.includes(name) ? answer : { ...answer, code: `${answer.code} without ${name}` };
  };
  expect(await exceptions(endpoints, expected, mistake)).toEqual([]);
});

test("an unknown field of the body is validation_failed and named, in every call", async () => {
  const expected = { status: 422, code: "validation_failed", field: "surprise" };
  const withSurprise = (example: unknown) =>
    Array.isArray(example) ? [{ ...(example[0] as object), surprise: 1 }] : { ...(example as object), surprise: 1 };
  const mistake = (endpoint: Endpoint) =>
    send(endpoint, urlOf(endpoint), { payload: withSurprise(requestExamples[endpoint.name]) });
  expect(await exceptions(withBody, expected, mistake)).toEqual([]);
});

test.each<[string, string, unknown, readonly string[]]>([
  ["a field within an object", "changeUser", { identity: { first_name: "Ada" } }, ["identity.first_name"]],
  ["a field within a list", "payCart", [{ gateway_id: "free", amount: "0" }, { gateway_id: "cash" }], ["1.gateway_id"]],
  ["an absent field of the shape that fits best", "logIn", { username: "ada@example.com" }, ["password"]],
  [
    "a wrong field of the shape that fits best, within a list",
    "modifyCart",
    { add: [{ event_template_id: id, ticket_types_required: [{ ticket_type_id: id, quantity: 0 }] }] },
    ["add.0.ticket_types_required.0.quantity"],
  ],
  ["a name that is no field's as the whole body", "applyCode", { code: "SPRING", "no field!": 1 }, ["body"]],
  [
    "twenty of many unknown fields",
    "transferCart",
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, 1])),
    Array.from({ length: 20 }, (_, index) => `field${index}`),
  ],
])("a refusal of a body names %s", async (_, name, payload, fields) => {
  const endpoint = endpoints.find((one) => one.name === name);
  if (!endpoint) throw new Error(`no call ${name}`);
  const { status, code, ...answer } = await send(endpoint, urlOf(endpoint), { payload: payload as object });
  expect([status, code, answer.fields]).toEqual([422, "validation_failed", fields]);
});

test.each([
  ["a body that is no JSON", { payload: "{", headers: json }, 422, "validation_failed", "body"],
  ["a body of the wrong shape", { payload: '"text"', headers: json }, 422, "validation_failed", "body"],
  [
    "a body of more than 64 KB",
    { payload: JSON.stringify({ text: "x".repeat(70_000) }), headers: json },
    413,
    "payload_too_large",
    "body",
  ],
  [
    "a body of another type",
    { payload: "a=1", headers: { ...json, "content-type": "text/plain" } },
    415,
    "unsupported_media_type",
    "content-type",
  ],
] as const)("%s is refused alike in every call", async (_, sent, status, code, field) => {
  const mistake = (endpoint: Endpoint) => send(endpoint, urlOf(endpoint), sent);
  expect(await exceptions(withBody, { status, code, field }, mistake)).toEqual([]);
});

test("what is no e-mail address is validate_not_email and named, in every call that takes one for itself", async () => {
  const { slug } = await createLoginShop(server, "otp_or_password");
  const names = ["requestOtp", "requestReset", "createUser", "createGiftee", "resendOrders"];
  for (const endpoint of endpoints.filter(({ name }) => names.includes(name))) {
    const payload = {
      ...(requestExamples[endpoint.name] as object),
      email: "ada",
      ...(endpoint.name === "requestOtp" && { state: slug }),
    };
    const { code, fields } = await send(endpoint, urlOf(endpoint, `?_seller=${slug}`), { payload });
    expect([endpoint.name, code, fields]).toEqual([endpoint.name, "validate_not_email", ["email"]]);
  }
});

test("a write without the application's header is request_refused and names it, in every call", async () => {
  const expected = { status: 403, code: "request_refused", field: applicationHeader.name };
  const headers = { "content-type": "application/json" };
  const mistake = (endpoint: Endpoint) => send(endpoint, urlOf(endpoint), { ...bodyOf(endpoint), headers });
  expect(await exceptions(writes, expected, mistake)).toEqual([]);
});

test.each([
  ["no seller", "", 400, "bad_field_value"],
  ["two sellers", "?_seller=one&_seller=two", 400, "bad_field_value"],
  ["a seller that does not exist", "?_seller=nobody", 404, "not_found"],
] as const)("a call about %s is refused alike in every call", async (_, query, status, code) => {
  const calls = endpoints.filter(({ path }) => !path.includes(":_seller"));
  const mistake = (endpoint: Endpoint) => send(endpoint, urlOf(endpoint, query), bodyOf(endpoint));
  expect(await exceptions(calls, { status, code }, mistake)).toEqual([]);
});

test("an empty body is answered as an empty object, in every call", async () => {
  for (const endpoint of writes) {
    const [empty, object] = [
      await send(endpoint, urlOf(endpoint), { payload: "" }),
      await send(endpoint, urlOf(endpoint), { payload: "{}" }),
    ];
    expect([endpoint.name, empty]).toEqual([endpoint.name, object]);
  }
});

test("a method that a path does not have is not_found", async () => {
  const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
  const answers = new Set<string>();
  for (const endpoint of endpoints)
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      const path = pathOf(endpoint);
      if (endpoints.some((other) => other.method === method && patternOf(other).test(path))) continue;
      const { status, code } = await send({ method }, urlOf(endpoint), method === "GET" ? {} : { payload: "{}" });
      answers.add(`${status} ${code}`);
    }
  expect([...answers]).toEqual(["404 not_found"]);
});
