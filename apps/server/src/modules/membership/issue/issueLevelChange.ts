import { newId } from "../../../db/newId.ts";
import { writeEntry } from "../../audit/audit.ts";
import { markPassesChanged } from "../../../providers/wallet/passChanges.sql.ts";
import { readAutoRenewConsent, scheduleAutoRenewals } from "../autoRenewal/scheduleAutoRenewals.ts";
import { queueCardEmails } from "../cards/queueCardEmails.ts";
import { levelOfTicket } from "./levelOfTicket.ts";
import { countInNextTerm } from "./countInNextTerm.ts";
import type { IssueContext } from "./issueContext.ts";
import { insertMemberships, type NewMembership } from "./issueMemberships.sql.ts";
import {
  endFormerTerms,
  followFormerTerms,
  lockChangedMemberships,
  numberOfLinkedOrder,
  type ChangedLevel,
  type ChangedMembership,
} from "./levelChange.sql.ts";
import type { OrderParties, SoldMembership } from "./soldMemberships.sql.ts";

type Change = { readonly ticket: SoldMembership; readonly former: ChangedMembership };

/**
 * Changes the level of memberships whose price difference was paid, in the order's transaction: their terms end now, and
 * terms at the new level continue for the same people, with the same numbers, until the same day. A paid change is never
 * refused: if a membership has ended in the meantime, the paid term is issued all the same, without a previous term.
 */
export const issueLevelChange = async (
  ctx: IssueContext,
  order_id: string,
  sold: readonly SoldMembership[],
  parties: OrderParties,
): Promise<void> => {
  const { db, seller } = ctx;
  const formers = await lockChangedMemberships(
    db,
    seller.id,
    sold.flatMap(({ ordered }) => ordered?.changes_id ?? []),
  );
  const changes = sold.flatMap((ticket): Change[] => {
    const former = formers.find(({ id }) => id === ticket.ordered?.changes_id);
    return former ? [{ ticket, former }] : [];
  });
  const [first] = changes;
  if (!first || changes.length < sold.length)
    throw new Error(`The order ${order_id} changes memberships that there are not`);
  const { now, timezone } = first.ticket;
  const memberships = changes.map((change) => newTerm(order_id, change));
  const changed = changes.flatMap(({ ticket, former }, nth): ChangedLevel[] => {
    const { id = "" } = memberships[nth] ?? {};
    return former.is_running ? [{ id, changes_id: former.id, worth: ticket.ordered?.worth ?? 0 }] : [];
  });
  await insertMemberships(db, seller.id, memberships);
  await recordChangeByLink(ctx, order_id, { changes, level: memberships[0]?.level_name });
  await endFormerTerms(db, seller.id, { changed, now });
  await followFormerTerms(db, seller.id, changed);
  await markPassesChanged(db, seller.id, formers.map(({ ticket_id }) => ticket_id).toSorted());
  const issued = memberships.map((one): NewMembership => {
    const renews_id = changed.find(({ id }) => id === one.id)?.changes_id ?? null;
    return { ...one, renews_id };
  });
  await countInNextTerm(ctx, issued, "current_term");
  const [own] = issued;
  await scheduleAutoRenewals(ctx, issued, own, {
    consent: await readAutoRenewConsent(ctx, order_id),
    payer_id: own?.identity_id ?? undefined,
    timezone,
    now,
  });
  await queueCardEmails(ctx, {
    memberships: issued,
    holder_ticket_id: first.ticket.ticket_id,
    level: first.ticket,
    sold,
    parties: { ...parties, is_free: false },
    isChange: true,
  });
};

/** The entry of a change that its holder paid by a link. One that staff complete has their entry. */
const recordChangeByLink = async (
  { db, seller }: IssueContext,
  order_id: string,
  { changes, level }: { readonly changes: readonly Change[]; readonly level: string | undefined },
): Promise<void> => {
  const [first] = changes;
  const cart_ids = changes.flatMap(({ former }) => former.change_cart_id ?? []);
  const order_number = await numberOfLinkedOrder(db, seller.id, { order_id, cart_ids });
  if (!first || order_number === undefined) return;
  await writeEntry(
    { db, seller, actor: "buyer", via: "storefront", staff_id: null, roles: [], requestId: null },
    {
      action: "member.level_changed",
      entity: { kind: "member", id: first.former.id },
      before: { level: first.former.level_name },
      after: { level, order_number, people: changes.length },
    },
  );
};

/** Ends on the day on which the former term ends. If that is over, the paid term begins without a previous term. */
const newTerm = (order_id: string, { ticket, former }: Change): NewMembership => ({
  id: newId(),
  ticket_order_id: order_id,
  ...levelOfTicket(ticket),
  identity_id: former.identity_id,
  holder_name: former.holder_name,
  holder_email: former.holder_email,
  scan_code: former.scan_code,
  member_number: former.member_number,
  valid_from: ticket.now,
  valid_to: former.is_running ? former.valid_to : (ticket.ordered?.until ?? former.valid_to),
  renews_id: null,
});
