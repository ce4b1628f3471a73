import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";

/**
 * Stripe's own OpenAPI document (github.com/stripe/openapi, MIT, © Stripe), cut to the calls that matter: what may be asked and what may be answered. Every
 * word between our gateway and its double is held to it.
 */
type Schema = { [key: string]: unknown };
type Call = {
  requestBody?: { content: { "application/x-www-form-urlencoded": { schema: Schema } } };
  responses: Record<string, { content: { "application/json": { schema: { $ref: string } } } }>;
};
type Document = { paths: Record<string, Record<string, Call>>; components: { schemas: Record<string, Schema> } };

const subset = JSON.parse(readFileSync(join(import.meta.dirname, "stripe-subset.json"), "utf8")) as Document;

/** Lists of objects that the cut document has, in the shape that it gives all of its lists. */
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
 * Younger than the cut, in the whole document as `PostPaymentMethodsPaymentMethodDetach`: it takes nothing but `expand`, and
 * answers as every other call about a method does.
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
const document: Document = {
  ...subset,
  paths: {
    ...subset.paths,
    "/v1/refunds": { ...subset.paths["/v1/refunds"], get: listCall("refund") },
    "/v1/disputes": { get: listCall("dispute") },
    "/v1/payment_methods/{payment_method}/detach": { post: detachCall() },
  },
};

/** OpenAPI 3.0 says `nullable` where JSON Schema knows another alternative. */
const asJsonSchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asJsonSchema);
  if (typeof value !== "object" || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, asJsonSchema(inner)]),
  );
  return nullable === true ? { anyOf: [rest, { type: "null" }] } : rest;
};

/** Younger than the document: names in what is asked. */
const newerProperties: Readonly<Record<string, Schema>> = {
  "post /v1/payment_intents": {
    payment_method_configuration: { type: "string" },
    allowed_payment_method_types: { type: "array", items: { type: "string" } },
    automatic_payment_methods: {
      type: "object",
      properties: { enabled: { type: "boolean" }, allow_redirects: { enum: ["always", "never"] } },
      required: ["enabled"],
      additionalProperties: false,
    },
  },
  "post /v1/payment_intents/{intent}/confirm": { confirmation_token: { type: "string" } },
};

const ajv = new Ajv({ strict: false, allErrors: true, coerceTypes: false, validateFormats: false });
const components = asJsonSchema(document.components) as Document["components"];
ajv.addSchema({ $id: "stripe", components });

const inlineSchema = (schema: unknown): object =>
  JSON.parse(JSON.stringify(asJsonSchema(schema)).replaceAll('"#/components/', '"stripe#/components/')) as object;

const validators = new Map<string, ValidateFunction>();
const violationsOf = (name: string, schema: () => unknown, value: unknown, checker = ajv): string[] => {
  let check = validators.get(name);
  if (!check) validators.set(name, (check = checker.compile(inlineSchema(schema()))));
  if (check(value)) return [];
  return (check.errors ?? []).map(({ instancePath, message = "" }) => `${name} ${instancePath}: ${message}`.trim());
};

/** What is wrong with an object that claims to be, for example, a 'payment_intent'. */
export const objectViolations = (kind: string, value: unknown): string[] =>
  violationsOf(kind, () => ({ $ref: `#/components/schemas/${kind}` }), value);

/** 'post /v1/refunds' for an address, and the names in it; undefined: no call of the document. */
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

/** Forms know texts only: numbers and truths are read as such where the document wants them. */
const formAjv = new Ajv({ strict: false, allErrors: true, coerceTypes: true, validateFormats: false });
formAjv.addSchema({ $id: "stripe", components });

/** What is wrong with what was asked; numbers in `given` are numbers afterwards. */
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

/** Makes ready all that a call needs, which takes a while once. */
export const compileCall = (name: string): void => {
  for (const status of [200, 400]) answerViolations(name, status, {});
  if (name.startsWith("post ")) requestViolations(name, {});
};
