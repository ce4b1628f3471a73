import type {
  addOrderNote,
  correctAttendees,
  correctPurchaser,
  pinOrderNote,
  previewOrderEmail,
  resendOrder,
} from "@foyer/contract/office/orders/deskActions.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isEmail } from "@foyer/rules/values/email.ts";
import { newId } from "../../db/newId.ts";
import { rolledBack } from "../../db/rolledBack.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { renameForVenue } from "../../modules/aftersale/names/changeTicketNames.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import type { CheckoutContext } from "../../modules/checkout/context.ts";
import { withoutCardNumbers } from "../../modules/giftcards/withoutCardNumbers.ts";
import { requireRoom } from "../limits/requireRoom.ts";
import { resendConfirmationEmail } from "../../modules/checkout/emails/queueConfirmationEmail.ts";
import { chosenEmail } from "../../providers/mail/emailOptions.ts";
import { requireNotJustSent } from "../../providers/mail/requireNotJustSent.ts";
import { queueOrdersOfPerson } from "../../providers/search/queueForSearch.sql.ts";
import { deskTransaction, entityOf, requireDeskOrder } from "./deskOrders.ts";
import { attendeesOf, insertNote, lockPurchaser, setPinned, updatePurchaser } from "./notes.sql.ts";
import { previewEmail } from "../../providers/mail/previewEmail.ts";
import { queueAddressChanged } from "./addressChangedEmail.ts";

/** Adds a note, visible only to staff. Its text is not copied to the audit log, which cannot be erased. */
export const addNote = async (
  ctx: StaffContext,
  { order_number, text, is_pinned }: StaffReceived<typeof addOrderNote>,
): Promise<StaffReply<typeof addOrderNote>> => {
  const order = await requireDeskOrder(ctx, order_number);
  const id = newId();
  await changing(ctx, async (ctx) => {
    await requireRoom(ctx, "order_notes", order.id);
    await insertNote(ctx, { id, ticket_order_id: order.id, text, is_pinned, staff_id: ctx.staff.id });
    await audit(ctx, { action: "order.note_added", entity: entityOf(order) });
  });
  return { id };
};

export const pinNote = async (
  ctx: StaffContext,
  { order_number, note_id, is_pinned }: StaffReceived<typeof pinOrderNote>,
): Promise<Nothing> => {
  const order = await requireDeskOrder(ctx, order_number);
  await changing(ctx, async (ctx) => {
    if (!(await setPinned(ctx, { id: note_id, ticket_order_id: order.id }, is_pinned)))
      throw new Refused({ code: "not_found", context: "order" });
    const [before, after] = [{ pinned: !is_pinned }, { pinned: is_pinned }];
    await audit(ctx, { action: "order.note_pinned", entity: entityOf(order), before, after });
  });
  return {};
};

/** Sends the confirmation and tickets again, to the purchaser or to a typed address. */
export const resendToBuyer = async (
  ctx: StaffContext,
  { order_number, to, sentence }: StaffReceived<typeof resendOrder>,
): Promise<StaffReply<typeof resendOrder>> => {
  const order = await requireDeskOrder(ctx, order_number);
  return changing(ctx, async (ctx) => {
    const { email } = await lockPurchaser(ctx, order.identity_id);
    const address = to ?? email;
    if (address !== null)
      await requireNotJustSent(ctx, { kind: "order_confirmation", ref_id: order.id, to_address: address }, "order");
    const emailOptions = { is_sent: true, sentence };
    const options = { occasion: newId(), to_address: to };
    if (address === null || !(await resendConfirmationEmail({ ...ctx, emailOptions }, order.id, options)))
      throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["to"] } });
    const personal = { identity_id: order.identity_id, after: { to: address } };
    await audit(ctx, { action: "order.resent", entity: entityOf(order), after: chosenEmail(emailOptions), personal });
    return { to: address };
  });
};

/** The e-mail that sending the order again would send. Nothing is sent. */
export const previewResend = async (
  ctx: StaffContext,
  { order_number, change, to }: StaffReceived<typeof previewOrderEmail>,
): Promise<StaffReply<typeof previewOrderEmail>> => {
  const order = await requireDeskOrder(ctx, order_number);
  const email = await previewEmail((emailOptions) =>
    rolledBack({ ...ctx, emailOptions }, (tx) =>
      resendConfirmationEmail(tx, order.id, { occasion: newId(), change, to_address: to }),
    ),
  );
  if (!email) return { email };
  return { email: { ...email, text: await withoutCardNumbers(ctx, { ref_id: order.id }, email.text) } };
};

/** Corrects the purchaser. A new address is sent the order, and the former one is notified. */
export const correctBuyer = async (
  ctx: StaffContext,
  { order_number, version, email_choice, ...details }: StaffReceived<typeof correctPurchaser>,
): Promise<Nothing> => {
  const order = await requireDeskOrder(ctx, order_number);
  const { identity_id } = order;
  const within = deskTransaction<Awaited<ReturnType<typeof change>>>(ctx, {
    order,
    version,
    email: email_choice,
    record: (before) => ({ action: "order.corrected", personal: { identity_id, before, after: details } }),
  });
  const change = async (ctx: StaffContext & Pick<CheckoutContext, "emailOptions">) => {
    const { id: _, kind, ...before } = await lockPurchaser(ctx, identity_id);
    const isMoved = before.email !== details.email;
    // The address of an account is its login, so it cannot be changed here. One that stays may be from before the rule.
    if (isMoved && (kind === "user" || !isEmail(details.email)))
      throw new Refused({ code: "validation_failed", context: "order", extra: { fields: ["email"] } });
    await queueOrdersOfPerson(ctx.db, ctx.seller.id, { identity_id, details });
    await updatePurchaser(ctx, identity_id, details);
    if (!isMoved) return before;
    const occasion = newId();
    await resendConfirmationEmail(ctx, order.id, { occasion });
    if (before.email !== null) await queueAddressChanged(ctx, order, { to_address: before.email, occasion });
    return before;
  };
  await within(ctx, change);
  return {};
};

/** Corrects the names on tickets, and sends the order again. */
export const correctNames = async (
  ctx: StaffContext,
  { order_number, version, tickets, email }: StaffReceived<typeof correctAttendees>,
): Promise<Nothing> => {
  const order = await requireDeskOrder(ctx, order_number);
  const ids = tickets.map(({ ticket_id }) => ticket_id);
  const namesOf = async (ctx: StaffContext) =>
    (await attendeesOf(ctx, ids)).map(({ admit_name, admit_email }) =>
      [admit_name, admit_email].filter(Boolean).join(" "),
    );
  let before: readonly string[] = [];
  const within = deskTransaction(ctx, {
    order,
    version,
    email,
    check: async (tx) => void (before = await namesOf(tx)),
    record: async (_, tx) => ({
      action: "order.corrected",
      personal: { identity_id: order.identity_id, before: { names: before }, after: { names: await namesOf(tx) } },
    }),
  });
  const note = { reason: "Corrected by the venue", made_by: ctx.staff.name };
  await renameForVenue(ctx, order, { tickets, now: ctx.now, note, within });
  return {};
};
