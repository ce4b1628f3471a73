import type { JobContext } from "../http/requestContext.ts";
import { sendMoneyNotices } from "../modules/checkout/reconcile/moneyNotices.ts";
import { sellersWithMoneyNotices } from "./dueSellers.sql.ts";
import { forEachSeller } from "./forEachSeller.ts";

/** E-mails the staff of all sellers who subscribed to it, when new payments need attention. */
export const sendAllMoneyNotices = async (ctx: JobContext & { readonly origin: string }): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithMoneyNotices(ctx.connections.acrossSellers()),
    "notices about money could not be sent yet",
    ({ db, seller }) => sendMoneyNotices({ db, seller, origin: ctx.origin }),
  );
