import { mayGive, permissionsOf, staffRoles, type StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

/** The roles that somebody can give and take away. */
export const grantableRoles = ({ staff }: Pick<StaffContext, "staff">): StaffRole[] => {
  const own = permissionsOf(staff.roles);
  return staffRoles.filter((role) => mayGive(own, role));
};

const denied = (): Refused => new Refused({ code: "access_denied", context: "staff" });

/** Refuses to give or take away a role with a permission that the caller lacks. */
export const requireGrantable = (ctx: Pick<StaffContext, "staff">, roles: readonly StaffRole[]): void => {
  const grantable = new Set(grantableRoles(ctx));
  if (!roles.every((role) => grantable.has(role))) throw denied();
};

/** Nobody can change their own permissions. */
export const requireOther = ({ staff }: Pick<StaffContext, "staff">, staff_id: string): void => {
  if (staff.id === staff_id) throw denied();
};

/** Nor by an invitation to their own address. */
export const requireOtherAddress = ({ staff }: Pick<StaffContext, "staff">, email: string): void => {
  if (staff.email.toLowerCase() === email.toLowerCase())
    throw new Refused({
      code: "access_denied",
      context: "staff",
      description: "This is your own address. Ask a colleague to change your roles.",
    });
};
