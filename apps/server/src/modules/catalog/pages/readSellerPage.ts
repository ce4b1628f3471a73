import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { getSellerPage } from "@foyer/contract/shop/pages/getSellerPage.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { cleanHtml } from "../../../http/sanitize/cleanHtml.ts";

/** A page of the seller's own words. */
export const readSellerPage = async (
  { seller: { web } }: RequestContext,
  { page }: Received<typeof getSellerPage>,
): Promise<Reply<typeof getSellerPage>> => {
  const written = page === "terms" ? web.terms : web.pages?.[page];
  if (!written) throw new Refused({ code: "not_found" });
  return { page: { name: page, html: cleanHtml(written.html) } };
};
