import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";

/**
 * An excerpt of Stripe's OpenAPI document (github.com/stripe/openapi, MIT, © Stripe) with the endpoints that we use. All
 * requests and replies between our gateway and its double are validated against it.
 */
type Schema = { [key: string]: unknown };
type Call = {
  requestBody?: { content: { "application/x-www-form-urlencoded": { schema: Schema } } };
  responses: Record<string, { content: { "application/json": { schema: Schema } } }>;
};
type Document = { paths: Record<string, Record<string, Call>>; components: { schemas: Record<string, Schema> } };

const subset = JSON.parse(readFileSync(join(import.meta.dirname, "stripe-subset.json"), "utf8")) as Document;

/** Lists of objects in the excerpt, which all of Stripe's lists look like. */
const listCall = (kind: string): Call => {
  const list = subset.paths["/v1/payment_methods"]?.["get"];
  if (!list) throw new Error("the document has no list to go by");
  return JSON.parse(
    JSON.stringify(list)
      .replaceAll('#/components/schemas/payment_method"', `#/components/schemas/${kind}"`)
      .replaceAll("/v1/payment_methods", `/v1/${kind}s`),
  ) as Call;
};
/**
 * Newer than the excerpt. In the full document it is `PostPaymentMethodsPaymentMethodDetach`, which accepts only
 * `expand` and replies like all other payment method endpoints.
 */
const detachCall = (): Call => {
  const attaching = subset.paths["/v1/payment_methods/{payment_method}/attach"]?.["post"];
  if (!attaching) throw new Error("the document has no call to go by");
  const form = attaching.requestBody?.content["application/x-www-form-urlencoded"].schema ?? {};
  const { expand } = form.properties as Record<string, Schema>;
  const schema = { type: "object", properties: { expand }, additionalProperties: false };
  return {
    responses: attaching.responses,
    requestBody: { content: { "application/x-www-form-urlencoded": { schema } } },
  };
};
/**
 * Newer than the excerpt: the fields that we read of `GET /v1/confirmation_tokens/{confirmation_token}`
 * (docs.stripe.com/api/confirmation_tokens/object).
 */
const tokenCall = (): Call => {
  const reading = subset.paths["/v1/payment_methods/{payment_method}"]?.["get"];
  if (!reading) throw new Error("the document has no call to go by");
  const card = { type: "object", properties: { fingerprint: { type: "string", nullable: true } } };
  const payment_method_preview = {
    type: "object",
    properties: { type: { type: "string" }, card },
    required: ["type"],
  };
  const schema = {
    type: "object",
    properties: {
      id: { type: "string" },
      object: { enum: ["confirmation_token"] },
      created: { type: "integer" },
      livemode: { type: "boolean" },
      payment_method_preview,
    },
    required: ["id", "object", "created", "livemode"],
  };
  return { responses: { ...reading.responses, 200: { content: { "application/json": { schema } } } } };
};
const document: Document = {
  ...subset,
  paths: {
    ...subset.paths,
    "/v1/refunds": { ...subset.paths["/v1/refunds"], get: listCall("refund") },
    "/v1/disputes": { get: listCall("dispute") },
    "/v1/payouts": { get: listCall("payout") },
    "/v1/balance_transactions": { get: listCall("balance_transaction") },
    "/v1/payment_methods/{payment_method}/detach": { post: detachCall() },
    "/v1/confirmation_tokens/{confirmation_token}": { get: tokenCall() },
  },
};

/** Converts OpenAPI 3.0's `nullable` to an alternative in JSON Schema. */
const asJsonSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, asJsonSchema(inner)]),
  );
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
};

/** Request parameters that are newer than the document. */
const newerProperties: Readonly<Record<string, Schema>> = {
  "post /v1/payment_intents": {
    payment_method_configuration: { type: "string" },
    allowed_payment_method_types: { type: "array", items: { type: "string" } },
    excluded_payment_method_types: { type: "array", items: { type: "string" } },
    automatic_payment_methods: {
      type: "object",
      properties: { enabled: { type: "boolean" }, allow_redirects: { enum: ["always", "never"] } },
      required: ["enabled"],
      additionalProperties: false,
    },
  },
  "post /v1/payment_intents/{intent}/confirm": { confirmation_token: { type: "string" } },
};

/** The compiled functions only run a few times, so optimising them would take longer than it saves. */
const ajvOptions = { strict: false, allErrors: true, validateFormats: false, code: { optimize: false } } as const;
const ajv = new Ajv({ ...ajvOptions, coerceTypes: false });
const components = asJsonSchema(document.components) as Document["components"];
ajv.addSchema({ $id: "stripe", components });

const inlineSchema = (schema: unknown): object =>
  JSON.parse(JSON.stringify(asJsonSchema(schema)).replaceAll('"#/components/', '"stripe#/components/')) as object;

declare global {
  /** Compiled once for all test files of a process: this takes a second, and the schemas are the same. */
  var stripeValidators: Map<string, ValidateFunction> | undefined;
}
const validators = (globalThis.stripeValidators ??= new Map<string, ValidateFunction>());
const violationsOf = (name: string, schema: () => unknown, value: unknown, checker = ajv): string[] => {
  let check = validators.get(name);
  if (!check) validators.set(name, (check = checker.compile(inlineSchema(schema()))));
  if (check(value)) return [];
  return (check.errors ?? []).map(({ instancePath, message = "" }) => `${name} ${instancePath}: ${message}`.trim());
};

/** Schema violations of an object such as a 'payment_intent'. */
export const objectViolations = (kind: string, value: unknown): string[] =>
  violationsOf(kind, () => ({ $ref: `#/components/schemas/${kind}` }), value);

/** The endpoint of a URL, such as 'post /v1/refunds', with its path parameters; undefined for an unknown one. */
export const findCall = (method: string, path: string): { name: string; id: string | undefined } | undefined => {
  for (const [template, calls] of Object.entries(document.paths)) {
    const found = new RegExp(`^${template.replace(/\{\w+\}/, "([^/]+)")}$`).exec(path);
    if (found && calls[method.toLowerCase()]) return { name: `${method.toLowerCase()} ${template}`, id: found[1] };
  }
  return undefined;
};

const requireCall = (name: string): Call => {
  const [method = "", path = ""] = name.split(" ");
  const call = document.paths[path]?.[method];
  if (!call) throw new Error(`${name} is no call of the document`);
  return call;
};

export const answerViolations = (name: string, status: number, value: unknown): string[] =>
  violationsOf(
    `${name} ${status === 200 ? 200 : "refused"}`,
    () => requireCall(name).responses[status === 200 ? "200" : "default"]?.content["application/json"].schema,
    value,
  );

/** Form values are texts. They are converted to numbers and booleans where the schema expects these. */
const formAjv = new Ajv({ ...ajvOptions, coerceTypes: true });
formAjv.addSchema({ $id: "stripe", components });

/** Schema violations of a request. Converts numbers in `given` in place. */
export const requestViolations = (name: string, given: object): string[] =>
  violationsOf(
    `${name} asked`,
    () => {
      const schema = requireCall(name).requestBody?.content["application/x-www-form-urlencoded"].schema ?? {};
      return { ...schema, properties: { ...(schema.properties as Schema), ...newerProperties[name] } };
    },
    given,
    formAjv,
  );

/** Compiles the schemas, which takes a while once. */
export const compileCall = (name: string): void => {
  for (const status of [200, 400]) answerViolations(name, status, {});
  if (name.startsWith("post ")) requestViolations(name, {});
};
