import type { FastifyInstance } from "fastify";

export const strictTransportSecurity = {
  name: "strict-transport-security",
  value: "max-age=31536000; includeSubDomains",
} as const;

export const transportSecurityHeaders = (origin: string): Record<string, string> =>
  origin.startsWith("https://") ? { [strictTransportSecurity.name]: strictTransportSecurity.value } : {};

/** Over https every reply says that this host must never be requested over http. */
export const installTransportSecurity = (app: FastifyInstance, origin: string): void => {
  const headers = transportSecurityHeaders(origin);
  if (Object.keys(headers).length === 0) return;
  app.addHook("onRequest", (_, reply, done) => {
    reply.headers(headers);
    done();
  });
};
