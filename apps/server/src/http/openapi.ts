import { applicationHeader, type Endpoint } from "@foyer/contract/endpoint.ts";
import { RefusalReply } from "@foyer/contract/errors.ts";
import { Slug } from "@foyer/contract/basics.ts";
import * as z from "zod/mini";

type Json = Record<string, unknown>;

/** A schema as JSON Schema: what is sent, or what is said back. What JSON cannot express is left open. */
const schemaOf = (schema: z.ZodMiniType, io: "input" | "output"): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-2020-12", io, unrepresentable: "any" });
  return rest;
};

const parametersOf = (schema: z.ZodMiniObject, location: "path" | "query"): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    schema: property,
  }));
};

const hasBody = ({ method }: Endpoint) => method === "POST" || method === "PUT" || method === "PATCH";

const operationOf = (call: Endpoint): Json => ({
  operationId: call.name,
  summary: call.summary,
  parameters: [
    { $ref: "#/components/parameters/seller" },
    ...(call.method === "GET" ? [] : [{ $ref: "#/components/parameters/application" }]),
    ...parametersOf(call.params, "path"),
    ...parametersOf(call.query, "query"),
  ],
  ...(hasBody(call) && {
    requestBody: { required: true, content: { "application/json": { schema: schemaOf(call.body, "input") } } },
  }),
  responses: {
    200: {
      description: "What was asked for.",
      content: call.raw
        ? { [call.mediaType ?? "image/*"]: {} }
        : { "application/json": { schema: schemaOf(call.reply, "output") } },
    },
    default: {
      description: "A refusal: the first item says why.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
    },
  },
});

/** The OpenAPI 3.1 document of calls: what the contract says, for those who do not read TypeScript. */
export const openApiDocument = (calls: readonly Endpoint[]): Json => {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        ...operationOf(call),
        ...(call.cached && { servers: [{ url: "/api" }, { url: "/cached_api" }] }),
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Foyer",
      version: "0.1.0",
      description:
        "Every schema is closed: a key that is not named is refused. Money is a decimal string in the seller's currency, moments are UTC, days and times of day are the venue's.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api" }],
    security: [{}],
    paths,
    components: {
      schemas: { Refusal: schemaOf(RefusalReply, "output") },
      parameters: {
        seller: {
          name: "_seller",
          in: "query",
          required: true,
          description: "Whose shop it is.",
          schema: schemaOf(Slug, "input"),
        },
        application: {
          name: applicationHeader.name,
          in: "header",
          required: true,
          description: "Names the application that makes a change.",
          schema: { const: applicationHeader.value },
        },
      },
    },
  };
};
