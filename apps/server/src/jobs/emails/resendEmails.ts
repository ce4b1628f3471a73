import type { JobContext, Log } from "../../http/requestContext.ts";
import { sellerContext } from "../../http/sellerContext.ts";
import {
  claimResendRequests,
  deleteResendRequest,
  dueResendRequests,
} from "../../modules/account/resend/resendOrderEmails.sql.ts";
import { sendRequestedEmails } from "../../modules/account/resend/resendOrderEmails.ts";

import { claimBySeller } from "../turns/claimBySeller.ts";

/** A request that failed this often is dropped; the customer can request it again. */
const maxAttempts = 5;

type ResendJobContext = Omit<JobContext, "log"> & { readonly log: Pick<Log, "warn"> };

/** Queues the e-mails that customers requested again. Returns the number of claimed requests. */
export const resendEmails = async ({ connections, providers, findSeller, log }: ResendJobContext): Promise<number> => {
  const acrossSellers = connections.acrossSellers();
  const claimed = await claimBySeller(await dueResendRequests(acrossSellers, 20), (due) =>
    claimResendRequests(acrossSellers, due),
  );
  for (const request of claimed) {
    const seller = await findSeller(request.slug);
    if (!seller) continue;
    const ctx = { ...sellerContext({ connections, providers, log }, seller), now: Temporal.Now.instant() };
    try {
      await sendRequestedEmails(ctx, request);
    } catch (error) {
      if (request.attempts >= maxAttempts) await deleteResendRequest(ctx, request.id);
      log.warn(
        { event: "resend_failed", attempts: request.attempts, err: error instanceof Error ? error.message : "" },
        "e-mails could not be sent again",
      );
    }
  }
  return claimed.length;
};
