import { deleteExpiredReplies } from "../http/idempotency.sql.ts";
import type { JobContext } from "../http/requestContext.ts";
import { deleteExpiredLogins } from "../modules/identity/sessions/deleteExpiredLogins.ts";
import { deletePaymentMethods } from "./deletePaymentMethods.ts";
import { processWebhookEvents } from "./processWebhookEvents.ts";
import { releaseExpiredHolds } from "./releaseExpiredHolds.ts";
import { renewMemberships } from "./renewMemberships.ts";
import { resendEmails } from "./resendEmails.ts";
import { sendQueuedEmails } from "./sendQueuedEmails.ts";
import { reconcileProviders, settleOpenPayments } from "./settleOpenPayments.ts";
import type { Job } from "./startJobs.ts";

/** Every job of the server. */
export const jobList = (ctx: JobContext & { readonly origin: string }): readonly Job[] => {
  const acrossSellers = ctx.connections.acrossSellers();
  return [
    { name: "release expired holds", everySeconds: 3, run: () => releaseExpiredHolds(acrossSellers) },
    {
      name: "send e-mails",
      everySeconds: 2,
      run: () => sendQueuedEmails({ ...ctx, transport: ctx.providers.mail }),
    },
    { name: "resend e-mails", everySeconds: 2, run: () => resendEmails(ctx) },
    { name: "settle open payments", everySeconds: 5, run: () => settleOpenPayments(ctx) },
    { name: "reconcile providers", everySeconds: 60, run: () => reconcileProviders(ctx) },
    { name: "renew memberships", everySeconds: 5, run: () => renewMemberships(ctx) },
    { name: "delete payment methods", everySeconds: 60, run: () => deletePaymentMethods(ctx) },
    { name: "delete expired logins", everySeconds: 600, run: () => deleteExpiredLogins(acrossSellers) },
    { name: "process webhook events", everySeconds: 5, run: () => processWebhookEvents(ctx) },
    { name: "delete expired replies", everySeconds: 60, run: () => deleteExpiredReplies(acrossSellers) },
  ];
};
