import { applicationHeader, type Endpoint } from "@foyer/contract/endpoint.ts";
import { RefusalReply } from "@foyer/contract/errors.ts";
import { Slug } from "@foyer/contract/basics.ts";
import * as z from "zod/mini";

type Json = Record<string, unknown>;

/** Converts a schema to JSON Schema, for requests or replies. What JSON Schema cannot express is left open. */
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

const operationOf = (endpoint: Endpoint): Json => ({
  operationId: endpoint.name,
  summary: endpoint.summary,
  parameters: [
    { $ref: "#/components/parameters/seller" },
    ...(endpoint.method === "GET" ? [] : [{ $ref: "#/components/parameters/application" }]),
    ...parametersOf(endpoint.params, "path"),
    ...parametersOf(endpoint.query, "query"),
  ],
  ...(hasBody(endpoint) && {
    requestBody: { required: true, content: { "application/json": { schema: schemaOf(endpoint.body, "input") } } },
  }),
  responses: {
    200: {
      description: "Success.",
      content: endpoint.raw
        ? { [endpoint.mediaType ?? "image/*"]: {} }
        : { "application/json": { schema: schemaOf(endpoint.reply, "output") } },
    },
    default: {
      description: "A refusal: the first item of `_data` says why.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
    },
  },
});

/** Builds the OpenAPI 3.1 document of the contract's endpoints. */
export const openApiDocument = (endpoints: readonly Endpoint[]): Json => {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        ...operationOf(endpoint),
        ...(endpoint.cached && { servers: [{ url: "/api" }, { url: "/cached_api" }] }),
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Foyer",
      version: "0.1.0",
      description:
        "Schemas are closed: an unknown key is refused. Amounts are decimal strings in the seller's currency, timestamps are in UTC, dates and times of day are local to the venue.",
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
          description: "The slug of the seller.",
          schema: schemaOf(Slug, "input"),
        },
        application: {
          name: applicationHeader.name,
          in: "header",
          required: true,
          description: "Required on every write, as protection against cross-site requests.",
          schema: { const: applicationHeader.value },
        },
      },
    },
  };
};
