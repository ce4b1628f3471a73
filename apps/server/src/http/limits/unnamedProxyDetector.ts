import type { FastifyInstance, FastifyRequest } from "fastify";

/** Headers in which proxies and content delivery networks forward the address of their client. */
const forwardingHeaders = ["x-forwarded-for", "forwarded", "x-real-ip", "true-client-ip", "cf-connecting-ip"] as const;

/**
 * Detects requests through a proxy that TRUST_PROXY does not name: they forward an address although no proxy is trusted.
 * The header itself is not believed. Warns once, at the first such request of any kind, because all visitors then share
 * the limits of one address.
 */
export const installUnnamedProxyDetector = (
  app: FastifyInstance,
  trustedProxies: readonly string[],
): ((request: FastifyRequest) => boolean) => {
  let hasWarned = false;
  const isBehindUnnamedProxy = ({ headers, log }: FastifyRequest): boolean => {
    if (trustedProxies.length > 0) return false;
    const header = forwardingHeaders.find((name) => headers[name] !== undefined);
    if (header === undefined) return false;
    if (!hasWarned)
      log.warn(
        { event: "unnamed_proxy", header },
        "requests come through a proxy that TRUST_PROXY does not name: limits by address count all visitors together",
      );
    hasWarned = true;
    return true;
  };
  app.addHook("onRequest", async (request) => void isBehindUnnamedProxy(request));
  return isBehindUnnamedProxy;
};
