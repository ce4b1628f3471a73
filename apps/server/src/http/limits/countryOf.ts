import type { FastifyRequest } from "fastify";

/** Content delivery networks send "XX" if they do not know the country. */
const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) && text !== "XX";

/**
 * The country that a request comes from, according to the proxy's header: two letters, or null. Only a proxy that
 * TRUST_PROXY names is believed, since anyone else can send any value. The proxy has to overwrite the header.
 */
export const countryReader =
  (header: string | undefined) =>
  ({ headers, ips = [] }: FastifyRequest): string | null => {
    // The first address is the peer. There are more only if the peer is a trusted proxy that forwards its client's address.
    if (header === undefined || ips.length < 2) return null;
    const said = headers[header];
    const country = typeof said === "string" ? said.trim().toUpperCase() : "";
    return isCountry(country) ? country : null;
  };
