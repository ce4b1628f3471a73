import type { FastifyRequest } from "fastify";
import type { Endpoint } from "@foyer/contract/endpoint.ts";
import type * as z from "zod/mini";
import { Refused } from "../errors/refused.ts";
import { isStorable } from "./sanitize/isStorable.ts";

/** A refusal repeats the name of an unknown field only if it looks like a field name: it could be anything. */
const isFieldName = (text: string): boolean => /^[\w.:[\]-]{1,100}$/.test(text);

const parseOrRefuse = (
  schema: z.ZodMiniType,
  value: unknown,
  where: "path" | "query" | "body",
): Record<string, unknown> => {
  if (!isStorable(value))
    throw new Refused({ code: where === "body" ? "validation_failed" : "bad_field_value", extra: { fields: [where] } });
  const result = schema.safeParse(value);
  if (result.success)
    return Array.isArray(result.data) ? { list: result.data } : (result.data as Record<string, unknown>);
  const fields = result.error.issues
    .slice(0, 20)
    .map((issue) => issue.path.join(".") || (issue.code === "unrecognized_keys" ? issue.keys[0] : where));
  throw new Refused({
    code: where === "body" ? "validation_failed" : "bad_field_value",
    extra: { fields: [...new Set(fields.map((field) => (isFieldName(String(field)) ? String(field) : where)))] },
  });
};

const omitSeller = (query: unknown): object => {
  const { _seller: _, ...rest } = query as Record<string, unknown>;
  return rest;
};

/** The input of a call: path, query and body, parsed and merged. Refuses what the schemas do not allow. */
export const parseRequest = (
  { method, body, query, params }: Pick<Endpoint, "method" | "body" | "query" | "params">,
  request: FastifyRequest,
): Record<string, unknown> => ({
  ...(method === "GET" || method === "DELETE" ? {} : parseOrRefuse(body, request.body ?? {}, "body")),
  ...parseOrRefuse(query, omitSeller(request.query), "query"),
  ...parseOrRefuse(params, request.params, "path"),
});
