import type { FastifyRequest } from "fastify";

/** "XX" is what content networks send where they do not know. */
const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) && text !== "XX";

/**
 * The country that a request comes from, as the proxy says in this header: two letters, or null. Only a proxy that TRUST_PROXY
 * names is believed, because anybody else sends what they like; it has to overwrite the header.
 */
export const countryReader =
  (header: string | undefined) =>
  ({ headers, ips = [] }: FastifyRequest): string | null => {
    // The first address is the peer; there are more only where it is a trusted proxy that says for whom it asks.
    if (header === undefined || ips.length < 2) return null;
    const said = headers[header];
    const country = typeof said === "string" ? said.trim().toUpperCase() : "";
    return isCountry(country) ? country : null;
  };
