import { applicationHeader, idempotencyHeader } from "@foyer/contract/endpoint.ts";
import { RefusalReply, refusalStatuses, type RefusalCode } from "@foyer/contract/errors.ts";
import { refusalDescriptions } from "@foyer/contract/refusalDescriptions.ts";
import { Slug } from "@foyer/contract/basics.ts";
import { CaptchaProvider, captchaHeaders } from "@foyer/contract/shop/captcha.ts";
import type { Route } from "../mount.ts";
import { refusalExample } from "./examples.ts";
import { operationOf, refusalsOf } from "./operation.ts";
import { Schemas, type JsonSchema } from "./schemas.ts";

const introduction = `Money is a decimal string in the seller's currency, a moment is ISO 8601 in UTC, a day is on the venue's calendar.

**Requests** are closed: an unknown parameter or field is refused. A mistake in the path, the query or a header is \`bad_field_value\` (400), a mistake in the body is \`validation_failed\` (422); \`_extra.fields\` names what is wrong. A body has at most 64 KB.

**Replies** are open: ignore fields that you do not know.

**Refusals** have one shape. Decide by \`_code\` and \`_context\`; \`_description\` is a text for people, which the seller may have changed.`;

const parameters = (schemas: Schemas): Record<string, JsonSchema> => {
  const seller = { name: "_seller", required: true, description: "The slug of the seller.", example: "harbor" };
  const slug = schemas.add(Slug, "input", "Slug");
  return {
    seller: { ...seller, in: "query", schema: slug },
    sellerInPath: { ...seller, in: "path", schema: slug },
    application: {
      name: applicationHeader.name,
      in: "header",
      required: true,
      description:
        "Required on every write, as protection against requests of other sites. A request with an `Origin` or `Sec-Fetch-Site` of another site is refused as well.",
      schema: { type: "string", const: applicationHeader.value },
    },
    idempotencyKey: {
      name: idempotencyHeader,
      in: "header",
      description:
        "Makes the call safe to repeat: random, a new one for each action. A repetition with the same key and the same body has no further effect and gets the same reply for a day. Before there is a session it needs 22 characters or more, and the reply comes again, with the same session, for ten minutes.",
      schema: { type: "string", pattern: "^[\\w-]{16,64}$" },
      example: "4f1c2d7e-0b4a-4c55-9a53-0d8a2f6b7c11",
    },
    captchaProvider: {
      name: captchaHeaders.provider,
      in: "header",
      description: "Whose captcha was solved. Needed after `captcha_required`.",
      schema: schemas.add(CaptchaProvider, "input", "CaptchaProvider"),
    },
    captchaToken: {
      name: captchaHeaders.token,
      in: "header",
      description:
        "The solution, good for one call. The challenge of the built-in captcha (`altcha`) comes from `GET /captcha/challenge`.",
      schema: { type: "string", maxLength: 8000 },
    },
  };
};

const headers = {
  SessionCookie: {
    description:
      "The visitor's session: `foyer.SLUG`, over HTTPS `__Host-foyer.SLUG`. Set by the first call that stores something and changed by each login; keep it between calls.",
    schema: { type: "string" },
  },
  RetryAfter: { description: "Seconds to wait before the next try.", schema: { type: "integer" } },
};

const unexpected = {
  description: "`unexpected`: a bug. Report it with its `request_id`.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
};

const components = (schemas: Schemas, routes: readonly Route[]): JsonSchema => ({
  parameters: parameters(schemas),
  schemas: {
    ...schemas.components,
    Refusal: schemas.add(RefusalReply, "output", "RefusalReply"),
    RefusalCode: {
      type: "string",
      description: "Every `_code` but `unexpected` (500). Later versions may add some.",
      enum: Object.keys(refusalStatuses),
    },
  },
  headers,
  responses: { Unexpected: unexpected },
  examples: Object.fromEntries(
    [...new Set(routes.flatMap(refusalsOf))].map((code: RefusalCode) => [
      code,
      { summary: refusalDescriptions[code], value: refusalExample(code) },
    ]),
  ),
  securitySchemes: {
    session: {
      type: "apiKey",
      in: "cookie",
      name: "__Host-foyer.SLUG",
      description:
        "One session for each seller; without TLS its name is `foyer.SLUG`. Calls under `/cached_api` ignore it.",
    },
  },
});

/** Builds the OpenAPI 3.1 document of the mounted calls. */
export const openApiDocument = (routes: readonly Route[], origin: string): JsonSchema => {
  const paths: Record<string, JsonSchema> = {};
  const schemas = new Schemas();
  for (const route of routes) {
    const { endpoint } = route;
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        ...operationOf(schemas, route),
        ...(endpoint.cached && { servers: [{ url: `${origin}/api` }, { url: `${origin}/cached_api` }] }),
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Foyer",
      version: "0.1.0",
      description: introduction,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: components(schemas, routes),
  };
};
