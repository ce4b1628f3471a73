import { releaseAbandonedKeys } from "../http/idempotency/idempotency.sql.ts";
import { deleteEndedLimits } from "../http/limits/sharedLimits.sql.ts";
import type { JobContext } from "../http/requestContext.ts";
import type { FlagClient } from "../providers/flags/flagClient.ts";
import { deletePaymentMethods } from "./deletePaymentMethods.ts";
import { blankUsedStaffLinks, deleteOldStaffRows } from "../modules/staff/cleanUp.sql.ts";
import { queueMissedOrders } from "./missedOrders.sql.ts";
import { blankUsedSecrets } from "./outbox.sql.ts";
import { processWebhookEvents } from "./processWebhookEvents.ts";
import { indexNewOrders } from "./indexNewOrders.ts";
import { releaseExpiredHolds } from "./releaseExpiredHolds.ts";
import { renewMemberships } from "./renewMemberships.ts";
import { resendEmails } from "./resendEmails.ts";
import { retentionJob } from "./retention/deleteOldRows.ts";
import type { ChosenDays } from "./retention/periods.ts";
import { sendQueuedEmails } from "./sendQueuedEmails.ts";
import { reconcileProviders, settleOpenPayments } from "./settleOpenPayments.ts";
import type { Job } from "./startJobs.ts";
import { notifyBuyersOfCancellations } from "./notifyBuyersOfCancellations.ts";
import { updateWalletPasses } from "./updateWalletPasses.ts";

/** Every job of the server. */
export const jobList = (
  ctx: JobContext & Pick<FlagClient, "flagsOf"> & { readonly origin: string; readonly retentionDays: ChosenDays },
): readonly Job[] => {
  const acrossSellers = ctx.connections.acrossSellers();
  return [
    { name: "release expired holds", everySeconds: 3, run: () => releaseExpiredHolds(acrossSellers) },
    {
      name: "send e-mails",
      everySeconds: 2,
      run: (stopping) => sendQueuedEmails({ ...ctx, transport: ctx.providers.mail }, stopping),
    },
    { name: "resend e-mails", everySeconds: 2, run: () => resendEmails(ctx) },
    { name: "settle open payments", everySeconds: 5, run: () => settleOpenPayments(ctx) },
    { name: "reconcile providers", everySeconds: 60, run: () => reconcileProviders(ctx) },
    { name: "renew memberships", everySeconds: 5, run: () => renewMemberships(ctx) },
    { name: "notify buyers of cancellations", everySeconds: 30, run: () => notifyBuyersOfCancellations(ctx) },
    { name: "update wallet passes", everySeconds: 5, run: () => updateWalletPasses(ctx) },
    { name: "delete payment methods", everySeconds: 60, run: () => deletePaymentMethods(ctx) },
    { name: "process webhook events", everySeconds: 5, run: () => processWebhookEvents(ctx) },
    { name: "delete ended limits", everySeconds: 60, run: () => deleteEndedLimits(acrossSellers) },
    { name: "release abandoned keys", everySeconds: 60, run: () => releaseAbandonedKeys(acrossSellers) },
    { name: "blank used secrets", everySeconds: 60, run: () => blankUsedSecrets(acrossSellers) },
    {
      name: "clean up staff accounts",
      everySeconds: 60,
      run: async () => (await blankUsedStaffLinks(acrossSellers)) + (await deleteOldStaffRows(acrossSellers)),
    },
    { name: "index orders for search", everySeconds: 1, run: (stopping) => indexNewOrders(ctx, stopping) },
    { name: "find orders without search", everySeconds: 3600, run: () => queueMissedOrders(acrossSellers) },
    { name: "delete old rows", everySeconds: 600, run: retentionJob(ctx) },
  ];
};
