import type { JobContext } from "../../http/requestContext.ts";
import { mailKeptReports } from "../../office/views/mailKeptReports.ts";
import { sellersWithMailedReports } from "../dueSellers.sql.ts";
import { forEachSeller } from "../forEachSeller.ts";

/** E-mails the saved reports of all sellers that are due. */
export const mailReports = async (ctx: JobContext & { readonly origin: string }): Promise<number> =>
  forEachSeller(
    ctx,
    await sellersWithMailedReports(ctx.connections.acrossSellers()),
    "kept reports could not be mailed yet",
    ({ db, seller }) => mailKeptReports({ db, seller, origin: ctx.origin, now: Temporal.Now.instant() }),
  );
