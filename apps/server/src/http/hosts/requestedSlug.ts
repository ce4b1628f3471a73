import type { FastifyRequest } from "fastify";

/** The slug that an API call names, in its path or its query. Undefined if there is none, or several. */
export const requestedSlug = (request: FastifyRequest): string | undefined => {
  const { _seller } = { ...(request.query as Record<string, unknown>), ...(request.params as Record<string, unknown>) };
  return typeof _seller === "string" ? _seller : undefined;
};
