import type { BulkPreview } from "@foyer/contract/office/bulk.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { withoutTokens } from "../../../providers/mail/previewEmail.ts";
import { findOpenChange } from "../../cart/change/findOpenChange.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { findOrder, type OrderRow } from "../../orders/readOrders.ts";
import { purchaserOfOrder } from "../orderChanges.sql.ts";
import { cancelForVenue } from "../venue/cancelForVenue.ts";
import { moveForVenue } from "../venue/moveForVenue.ts";
import type { BulkOrderRow } from "./bulkFacts.sql.ts";
import type { BulkSelection } from "./bulkSelection.ts";
import { movesOfRevision } from "./movedVisits.sql.ts";
import { newestEmailOf, type NewestEmail } from "./newestEmail.sql.ts";
import { bulkEmail, bulkChoiceOf } from "./queueBulkEmail.ts";

const emailsShown = 3;
/** The most orders to try, because some have an open change. */
const ordersTried = 10;

/** Ends a preview's transaction. It is a refusal, so that the change opened for the preview is closed again. */
class EmailPreviewed extends Refused {
  readonly email: NewestEmail | undefined;
  constructor(email: NewestEmail | undefined) {
    super({ code: "unavailable", context: "bulk" });
    this.email = email;
  }
}

/**
 * The e-mails that the first orders would get: the job's action runs, its e-mail is read, and everything is rolled back.
 * A move opens a change that holds places meanwhile, so an order that its buyer is changing is skipped.
 */
export const previewEmails = async (
  ctx: CheckoutJobContext,
  selection: BulkSelection,
): Promise<BulkPreview["emails"]> => {
  const emails: BulkPreview["emails"] = [];
  for (const row of selection.fitting.filter(({ hasEmail }) => hasEmail).slice(0, ordersTried)) {
    if (emails.length === emailsShown) break;
    const order = await findOrder(ctx, row.order_id);
    if (!order || (await findOpenChange(ctx, order.id))) continue;
    const email = await emailOf(ctx, selection, row, order);
    if (!email) continue;
    const { subject, text } = email.message;
    emails.push({ order_number: row.order_number, to: email.to_address, subject, text: withoutTokens(text) });
  }
  return emails;
};

const emailOf = async (
  ctx: CheckoutJobContext,
  { request }: BulkSelection,
  { ticket_ids }: BulkOrderRow,
  order: OrderRow,
): Promise<{ readonly to_address: string; readonly message: Pick<EmailMessage, "subject" | "text"> } | undefined> => {
  const choice = bulkChoiceOf(request);
  if (request.action === "write" || choice) {
    const { email: to_address } = await purchaserOfOrder(ctx, order.identity_id);
    const email = { subject: request.subject ?? null, message: request.message ?? null };
    if (!to_address) return undefined;
    const { moved_in_revision: revision } = request;
    const moves =
      revision === undefined ? [] : await movesOfRevision(ctx.db, ctx.seller.id, { revision, order_id: order.id });
    return { to_address, message: bulkEmail(ctx, order, email, { moves, choice }) };
  }
  const common = { now: Temporal.Now.instant(), ticket_ids, waivesFee: true, note: { reason: "Preview", made_by: "" } };
  const refund_to = request.action === "gift_card" ? "gift_card" : "same_means";
  try {
    if (request.action === "move")
      await moveForVenue(ctx, order, {
        ...common,
        refund_to,
        event_session_id: request.target_session_id ?? "",
        waivesDifference: true,
        within: lookingOnly(order, "order_changed"),
      });
    else await cancelForVenue(ctx, order, { ...common, refund_to, within: lookingOnly(order, "order_cancelled") });
  } catch (error) {
    if (error instanceof EmailPreviewed) return error.email;
    // The job would set this order aside.
    if (error instanceof Refused) return undefined;
    throw error;
  }
  return undefined;
};

const lookingOnly =
  (order: OrderRow, kind: "order_changed" | "order_cancelled"): Within =>
  (ctx, work) =>
    transact(ctx, async (tx) => {
      await work(tx);
      throw new EmailPreviewed(await newestEmailOf(tx.db, order.seller_id, { kind, ref_id: order.id }));
    });
