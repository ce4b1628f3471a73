import type { listStaff } from "@foyer/contract/office/staff/staffing.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { staffOf } from "../../modules/staff/grants.ts";
import { openInvitationsOf } from "../../modules/staff/invitations.ts";
import { isStillInvited } from "../../modules/staff/isStillInvited.ts";
import { grantableRoles } from "./staffRights.ts";

export const listStaffOfSeller = async (ctx: StaffContext): Promise<StaffReply<typeof listStaff>> => {
  const grantable = grantableRoles(ctx);
  const invited_to = ctx.seller.id;
  const [staff, invitations] = await Promise.all([staffOf(ctx), openInvitationsOf(ctx.db, invited_to)]);
  const canChange = (roles: readonly (typeof grantable)[number][]) => roles.every((role) => grantable.includes(role));
  return {
    staff: staff.map((row) => ({ ...row, is_editable: row.id !== ctx.staff.id && canChange(row.roles) })),
    invitations: await Promise.all(
      invitations.map(async ({ invited_by, ...row }) => ({
        ...row,
        roles: [...row.roles],
        is_over: row.is_over || !(await isStillInvited(ctx.acrossSellers, { ...row, invited_by, invited_to })),
        is_editable: canChange(row.roles),
      })),
    ),
    grantable,
  };
};
