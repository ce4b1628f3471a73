import type { Endpoint } from "@foyer/contract/endpoint.ts";
import { refusalStatuses, type RefusalCode } from "@foyer/contract/errors.ts";
import type { Route } from "../mount.ts";
import { describe, type JsonSchema, type Schemas } from "./schemas.ts";
import { parameterExamples, replyExamples, requestExamples } from "./examples.ts";
import { sharedDescriptions } from "./sharedDescriptions.ts";

const hasBody = ({ method }: Endpoint) => method === "POST" || method === "PUT" || method === "PATCH";

/** The codes that a call can reply with: its own, and those common to every call of its kind. */
export const refusalsOf = ({ endpoint, refuses, isIdempotent }: Route): readonly RefusalCode[] => [
  ...new Set<RefusalCode>([
    "bad_field_value",
    "not_found",
    "unavailable",
    ...(endpoint.method === "GET" ? [] : (["request_refused", "unsupported_media_type"] as const)),
    ...(hasBody(endpoint) ? (["validation_failed", "payload_too_large"] as const) : []),
    ...(isIdempotent ? (["request_in_progress", "idempotency_key_reused", "too_many_requests"] as const) : []),
    ...(endpoint.path === "/sso/start" ? (["request_refused"] as const) : []),
    ...refuses,
  ]),
];

const parametersOf = (schemas: Schemas, endpoint: Endpoint, part: "params" | "query"): JsonSchema[] => {
  const { properties = {}, required = [] } = schemas.add(endpoint[part], "input", `${endpoint.name}.${part}`) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties)
    .filter(([name]) => name !== "_seller")
    .map(([name, { description, ...schema }]) => ({
      name,
      in: part === "params" ? "path" : "query",
      required: part === "params" || required.includes(name),
      ...((description ?? sharedDescriptions[name]) && { description: description ?? sharedDescriptions[name] }),
      schema,
      ...(parameterExamples[name] !== undefined && { example: parameterExamples[name] }),
    }));
};

const componentParameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` });

const headersOf = (route: Route, codes: readonly RefusalCode[]): JsonSchema[] => [
  ...(route.endpoint.method === "GET" ? [] : [componentParameter("application")]),
  ...(route.isIdempotent ? [componentParameter("idempotencyKey")] : []),
  ...(codes.includes("captcha_required")
    ? [componentParameter("captchaProvider"), componentParameter("captchaToken")]
    : []),
];

const withExample = (example: unknown): { readonly example?: unknown } => (example === undefined ? {} : { example });

const successOf = (schemas: Schemas, { endpoint, redirects, setsCookie }: Route): JsonSchema => {
  const headers = setsCookie && { headers: { "Set-Cookie": { $ref: "#/components/headers/SessionCookie" } } };
  if (redirects)
    return {
      302: {
        description: "A redirect for the browser.",
        headers: {
          Location: { required: true, schema: { type: "string" } },
          ...(headers && headers.headers),
        },
      },
    };
  const content = endpoint.raw
    ? { [endpoint.mediaType ?? "image/*"]: {} }
    : {
        "application/json": {
          schema: schemas.add(endpoint.reply, "output", `${endpoint.name}.reply`),
          ...withExample(replyExamples[endpoint.name]),
        },
      };
  return { 200: { description: "Success.", ...headers, content } };
};

/** One reply per status, with an example for each of its codes. */
const refusalResponses = (codes: readonly RefusalCode[]): JsonSchema =>
  Object.fromEntries(
    [...Map.groupBy(codes, (code) => refusalStatuses[code])].map(([status, sameStatus]) => [
      status,
      {
        description: sameStatus.map((code) => `\`${code}\``).join(", "),
        ...((status === 429 || status === 503) && {
          headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
        }),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Refusal" },
            examples: Object.fromEntries(sameStatus.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      },
    ]),
  );

/** Whether only a logged-in member gets anything but a refusal. */
const isForMembers = (codes: readonly RefusalCode[]): boolean => codes.includes("step_up_required");

/** Describes a call: its parameters, headers and body, its reply, and all refusals by status. */
export const operationOf = (schemas: Schemas, route: Route): JsonSchema => {
  const { endpoint } = route;
  const codes = refusalsOf(route);
  const description = describe(endpoint.name);
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...(description !== undefined && { description }),
    security: isForMembers(codes) ? [{ session: [] }] : [{}, { session: [] }],
    parameters: [
      ...(endpoint.path.includes(":_seller")
        ? [{ ...componentParameter("sellerInPath") }]
        : [componentParameter("seller")]),
      ...headersOf(route, codes),
      ...parametersOf(schemas, endpoint, "params"),
      ...parametersOf(schemas, endpoint, "query"),
    ],
    ...(hasBody(endpoint) && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: schemas.add(endpoint.body, "input", `${endpoint.name}.body`),
            ...withExample(requestExamples[endpoint.name]),
          },
        },
      },
    }),
    responses: {
      ...successOf(schemas, route),
      ...refusalResponses(codes),
      500: { $ref: "#/components/responses/Unexpected" },
    },
  };
};
