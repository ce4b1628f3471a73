import type { inviteStaff, resendInvitation, withdrawInvitation } from "@foyer/contract/office/staff/staffing.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import {
  invite,
  lockInvitationOf,
  lockInvitationTo,
  markWithdrawn,
  renewLink,
  type Invitation,
} from "../../modules/staff/invitations.ts";
import { requireNotJustInvited } from "../../modules/staff/requireNotJustInvited.ts";
import { queueInvitation } from "../../modules/staff/staffEmails.ts";
import { requireRoom } from "../limits/requireRoom.ts";
import { requireGrantable, requireOtherAddress } from "./staffRights.ts";

const entity = (id: string) => ({ kind: "invitation", id }) as const;

/** E-mails an invitation link. The reply does not reveal whether the address has an account. */
export const inviteByEmail = (
  ctx: StaffContext,
  { email, roles: wanted }: StaffReceived<typeof inviteStaff>,
): Promise<StaffReply<typeof inviteStaff>> => {
  const roles = [...new Set(wanted)].toSorted();
  requireGrantable(ctx, roles);
  requireOtherAddress(ctx, email);
  return changing(ctx, async (ctx) => {
    await requireRoom(ctx, "invitations");
    // The new roles replace those of an open invitation, so the caller must be able to take those away.
    const open = await lockInvitationTo(ctx.db, ctx.seller.id, email);
    if (open) requireGrantable(ctx, open.roles);
    await requireNotJustInvited(ctx.db, { invited_to: ctx.seller.id, email });
    const { invitation, token } = await invite(ctx.db, {
      invited_to: ctx.seller.id,
      email,
      roles,
      invited_by: ctx.staff.id,
    });
    const { id, times_sent: times } = invitation;
    await queueInvitation(ctx, { to_address: email, id, token, roles, times, by: ctx.staff.name });
    await audit(ctx, {
      action: "staff.invited",
      entity: entity(id),
      after: { roles },
      personal: { after: { email } },
    });
    return { id };
  });
};

/** An open invitation whose roles the caller can give. */
const lockOpen = async (ctx: StaffContext, id: string): Promise<Invitation> => {
  const invitation = await lockInvitationOf(ctx.db, ctx.seller.id, id);
  if (!invitation) throw new Refused({ code: "not_found", context: "staff" });
  requireGrantable(ctx, invitation.roles);
  return invitation;
};

export const resendInvitationEmail = async (
  ctx: StaffContext,
  { invitation_id }: StaffReceived<typeof resendInvitation>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    const { id, email, roles, times_sent } = await lockOpen(ctx, invitation_id);
    requireOtherAddress(ctx, email);
    await requireNotJustInvited(ctx.db, { invited_to: ctx.seller.id, email });
    const token = await renewLink(ctx.db, id, ctx.staff.id);
    const times = times_sent + 1;
    await queueInvitation(ctx, { to_address: email, id, token, roles, times, by: ctx.staff.name });
    const personal = { after: { email } };
    await audit(ctx, { action: "staff.invitation_resent", entity: entity(id), personal });
  });
  return {};
};

export const withdraw = async (
  ctx: StaffContext,
  { invitation_id }: StaffReceived<typeof withdrawInvitation>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    const { id, email } = await lockOpen(ctx, invitation_id);
    await markWithdrawn(ctx.db, id);
    await audit(ctx, { action: "staff.invitation_withdrawn", entity: entity(id), personal: { after: { email } } });
  });
  return {};
};
