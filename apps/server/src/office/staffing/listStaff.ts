import type { listStaff } from "@foyer/contract/office/staff/staffing.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { staffOf } from "../../modules/staff/grants.ts";
import { openInvitationsOf } from "../../modules/staff/invitations.ts";
import { grantableRoles } from "./staffRights.ts";

export const listStaffOfSeller = async (ctx: StaffContext): Promise<StaffReply<typeof listStaff>> => {
  const grantable = grantableRoles(ctx);
  const [staff, invitations] = await Promise.all([staffOf(ctx), openInvitationsOf(ctx.db, ctx.seller.id)]);
  const canChange = (roles: readonly (typeof grantable)[number][]) => roles.every((role) => grantable.includes(role));
  return {
    staff: staff.map((row) => ({ ...row, is_editable: row.id !== ctx.staff.id && canChange(row.roles) })),
    invitations: invitations.map((row) => ({ ...row, roles: [...row.roles], is_editable: canChange(row.roles) })),
    grantable,
  };
};
