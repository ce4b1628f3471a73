import type { FastifyRequest } from "fastify";
import type { Endpoint } from "@foyer/contract/endpoint.ts";
import type * as z from "zod/mini";
import { Refused } from "../errors/refused.ts";
import { isStorable } from "./sanitize/isStorable.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Of a value that fits none of several shapes, what is wrong by the shape that it fits best. */
const closestShape = (shapes: readonly (readonly Issue[])[]): readonly Issue[] =>
  shapes.reduce((best, shape) => (shape.length < best.length ? shape : best));

/** The paths of what is wrong: of each unknown field, and of each field with a wrong value. */
const wrongPaths = (issue: Issue, within: Path = []): readonly Path[] => {
  const path = [...within, ...issue.path];
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [...path, key]);
  if (issue.code === "invalid_union" && issue.errors.length > 0)
    return closestShape(issue.errors).flatMap((one) => wrongPaths(one, path));
  return [path];
};

/** A refusal repeats the name of an unknown field only if it looks like a field name: it could be anything. */
const isFieldName = (text: string): boolean => /^[\w.:[\]-]{1,100}$/.test(text);

/** The greatest number of fields that a refusal names. */
const maxFields = 20;

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
    .slice(0, maxFields)
    .flatMap((issue) => wrongPaths(issue))
    .map((path) => path.join("."))
    .map((field) => (isFieldName(field) ? field : where));
  throw new Refused({
    code: where === "body" ? "validation_failed" : "bad_field_value",
    extra: { fields: [...new Set(fields)].slice(0, maxFields) },
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
