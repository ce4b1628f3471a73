import type { JobContext } from "../http/requestContext.ts";
import { payoutSeconds, readPayouts } from "../modules/checkout/payouts/readPayouts.ts";
import { sellersWithPayouts } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** Reads the payouts of all sellers from their providers, for each at most every `everySeconds`. */
export const readAllPayouts = async (ctx: JobContext, everySeconds = payoutSeconds): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithPayouts(ctx.connections.acrossSellers(), everySeconds),
    "payouts could not be read yet",
    (shop) => readPayouts(shop, everySeconds),
  );
