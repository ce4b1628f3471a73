/** The code of an error of Node ("ENOENT"), PostgreSQL ("40P01") or Fastify, or undefined if it has none. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
