import {
  staffList,
  staffPageSize,
  type listStaff,
  type listStaffNames,
} from "@foyer/contract/office/staff/staffing.ts";
import { parseSort } from "@foyer/rules/lists/listView.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { staffNames, staffOf } from "../../modules/staff/grants.ts";
import { openInvitationsOf } from "../../modules/staff/invitations.ts";
import { isStillInvited } from "../../modules/staff/isStillInvited.ts";
import { grantableRoles } from "./staffRights.ts";

export const listStaffOfSeller = async (
  ctx: StaffContext,
  { sort, after }: StaffReceived<typeof listStaff>,
): Promise<StaffReply<typeof listStaff>> => {
  const grantable = grantableRoles(ctx);
  const invited_to = ctx.seller.id;
  const [{ staff, next }, invitations] = await Promise.all([
    staffOf(ctx, { sort: parseSort(sort ?? staffList.usual), after, limit: staffPageSize }),
    after === undefined ? openInvitationsOf(ctx.db, invited_to) : [],
  ]);
  const canChange = (roles: readonly (typeof grantable)[number][]) => roles.every((role) => grantable.includes(role));
  return {
    staff: staff.map((row) => ({ ...row, is_editable: row.id !== ctx.staff.id && canChange(row.roles) })),
    next,
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

export const listNamesOfStaff = async (ctx: StaffContext): Promise<StaffReply<typeof listStaffNames>> => ({
  staff: await staffNames(ctx),
});
