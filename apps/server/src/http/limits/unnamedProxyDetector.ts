import type { FastifyRequest } from "fastify";

/**
 * Detects requests through a proxy that TRUST_PROXY does not name: they carry `X-Forwarded-For` while no proxy is
 * trusted. The header itself is not believed. Warns once, because all visitors then share the limits of one address.
 */
export const unnamedProxyDetector = (trustedProxies: readonly string[]): ((request: FastifyRequest) => boolean) => {
  let hasWarned = false;
  return ({ headers, log }) => {
    if (trustedProxies.length > 0 || headers["x-forwarded-for"] === undefined) return false;
    if (!hasWarned)
      log.warn(
        { event: "unnamed_proxy" },
        "requests come through a proxy that TRUST_PROXY does not name: limits by address count all visitors together",
      );
    hasWarned = true;
    return true;
  };
};
