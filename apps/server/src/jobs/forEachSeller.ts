import type { JobContext, RequestContext } from "../http/requestContext.ts";
import { sellerContext } from "../http/sellerContext.ts";

type SellerJobContext = Pick<RequestContext, "db" | "seller" | "providers" | "log">;

/**
 * Does a job's work for some sellers, one at a time, and adds up its counts. Work that fails for one seller is logged
 * with `failure` and retried in the job's next turn. Previews are skipped, unless the job concerns purchases made in one
 * (`withPreviews`).
 */
export const forEachSeller = async (
  { connections, providers, findSeller, log }: JobContext,
  sellers: readonly { readonly slug: string }[],
  failure: string,
  work: (ctx: SellerJobContext) => Promise<number>,
  { withPreviews = false }: { readonly withPreviews?: boolean } = {},
): Promise<number> => {
  let done = 0;
  for (const { slug } of sellers) {
    try {
      const seller = await findSeller(slug);
      if (seller && (withPreviews || seller.preview_until === undefined))
        done += await work(sellerContext({ connections, providers, log }, seller));
    } catch (error) {
      log.error({ seller: slug, err: error instanceof Error ? error.message : String(error) }, failure);
    }
  }
  return done;
};
