import { deleteOldAccountReplies, releaseAbandonedKeys } from "../http/idempotency/idempotency.sql.ts";
import { deleteEndedLimits } from "../http/limits/sharedLimits.sql.ts";
import type { JobContext } from "../http/requestContext.ts";
import type { FlagClient } from "../providers/flags/flagClient.ts";
import { deletePaymentMethods } from "./deletePaymentMethods.ts";
import { workOnBulkJobs } from "./office/workOnBulkJobs.ts";
import { makeGiftCards } from "./office/makeGiftCards.ts";
import { endCards } from "./office/endCards.ts";
import { mailReports } from "./office/mailReports.ts";
import { makePromoCodes } from "./office/makePromoCodes.ts";
import { blankUsedStaffLinks, deleteOldStaffRows } from "../modules/staff/cleanUp.sql.ts";
import { queueMissedOrders } from "./missedOrders.sql.ts";
import { blankUsedSecrets } from "./emails/outbox.sql.ts";
import { processWebhookEvents } from "./processWebhookEvents.ts";
import { indexNewOrders } from "./indexNewOrders.ts";
import { releaseExpiredHolds } from "./releaseExpiredHolds.ts";
import { readAllPayouts } from "./readAllPayouts.ts";
import { renewMemberships } from "./renewMemberships.ts";
import { resendEmails } from "./emails/resendEmails.ts";
import { deletePreviews } from "./retention/deletePreviews.ts";
import { retentionJob } from "./retention/deleteOldRows.ts";
import { daysOf, type ChosenDays } from "./retention/periods.ts";
import { sendQueuedEmails } from "./emails/sendQueuedEmails.ts";
import { reconcileProviders, settleOpenPayments } from "./settleOpenPayments.ts";
import type { Job } from "./startJobs.ts";
import { sendAllMoneyNotices } from "./moneyNotices.ts";
import { notifyBuyersOfCancellations } from "./notifyBuyersOfCancellations.ts";
import { updateWalletPasses } from "./wallet/updateWalletPasses.ts";
import { writePastJournal } from "./writePastJournal.ts";
import { moveCatalogueDays } from "./moveCatalogueDays.ts";
import { tryStoredKeys } from "./tryStoredKeys.ts";
import type { Sealer } from "../providers/sealer.ts";
import { closeJournalDays } from "./closeJournalDays.ts";

/** Every job of the server. */
export const jobList = (
  ctx: JobContext &
    Pick<FlagClient, "flagsOf"> & {
      readonly origin: string;
      readonly retentionDays: ChosenDays;
      readonly sealer: Sealer;
    },
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
    { name: "notices about money", everySeconds: 300, run: () => sendAllMoneyNotices(ctx) },
    { name: "mail kept reports", everySeconds: 300, run: () => mailReports(ctx) },
    { name: "read payouts", everySeconds: 60, run: () => readAllPayouts(ctx) },
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
      run: async () =>
        (await blankUsedStaffLinks(acrossSellers)) +
        (await deleteOldStaffRows(acrossSellers)) +
        (await deleteOldAccountReplies(acrossSellers, daysOf("replies", ctx.retentionDays))),
    },
    { name: "index orders for search", everySeconds: 1, run: (stopping) => indexNewOrders(ctx, stopping) },
    { name: "work on bulk jobs", everySeconds: 1, run: (stopping) => workOnBulkJobs(ctx, stopping) },
    { name: "make gift cards", everySeconds: 1, run: (stopping) => makeGiftCards(ctx, stopping) },
    { name: "end gift cards", everySeconds: 60, run: (stopping) => endCards(ctx, stopping) },
    { name: "make promo codes", everySeconds: 1, run: (stopping) => makePromoCodes(ctx, stopping) },
    { name: "find orders without search", everySeconds: 3600, run: () => queueMissedOrders(acrossSellers) },
    { name: "write past sales into the journal", everySeconds: 5, run: (stopping) => writePastJournal(ctx, stopping) },
    { name: "sum days of the journal", everySeconds: 600, run: (stopping) => closeJournalDays(ctx, 1, stopping) },
    { name: "put new days on sale", everySeconds: 600, run: () => moveCatalogueDays(ctx) },
    { name: "try stored keys", everySeconds: 600, run: () => tryStoredKeys(ctx) },
    { name: "delete ended previews", everySeconds: 20, run: (stopping) => deletePreviews(ctx, stopping) },
    { name: "delete old rows", everySeconds: 600, run: retentionJob(ctx, 24) },
  ];
};
