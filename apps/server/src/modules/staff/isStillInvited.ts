import { mayGive, permissionsOf } from "@foyer/contract/office/staff/permissions.ts";
import type { Database } from "../../db/connections.ts";
import { readAccount } from "./accounts.ts";
import { grantsEverywhere } from "./grants.ts";
import type { Invitation } from "./invitations.ts";

/**
 * Whether the inviter may still grant the roles: an invitation by somebody who has since been removed must not give
 * access. The operator invites first owners, and the command line has no account. `acrossSellers` sees the roles of all
 * sellers.
 */
export const isStillInvited = async (
  acrossSellers: Database,
  { invited_to, invited_by, roles }: Pick<Invitation, "invited_to" | "invited_by" | "roles">,
): Promise<boolean> => {
  if (invited_by === null || invited_to === null) return true;
  const grants = await grantsEverywhere(acrossSellers, invited_by);
  const active = grants.filter(({ seller_id, active }) => seller_id === invited_to && active);
  const own = permissionsOf(active.map(({ role }) => role));
  if (roles.every((role) => mayGive(own, role))) return true;
  return (await readAccount(acrossSellers, invited_by))?.is_operator === true;
};
