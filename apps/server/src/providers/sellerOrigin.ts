import type { Providers } from "./providers.ts";

type HostedSeller = { readonly host?: string | undefined; readonly preview_until?: string | undefined };

/** The public address of a seller's pages: its own host with the scheme and port of `BASE_URL`, otherwise `BASE_URL`. */
export const originOf = (baseUrl: string, { host }: HostedSeller): string => {
  if (host === undefined) return baseUrl;
  const url = new URL(baseUrl);
  url.hostname = host;
  return url.origin;
};

/**
 * The providers for work on one seller: links start with the seller's own address. A preview never gets a gateway that
 * moves money, whatever its catalogue says.
 */
export const providersFor = (providers: Providers, seller: HostedSeller): Providers => {
  if (seller.preview_until !== undefined)
    return { ...providers, findGateway: providers.findPreviewGateway, mail: undefined };
  return seller.host === undefined ? providers : { ...providers, origin: originOf(providers.origin, seller) };
};
