import type {
  giveRole,
  removeStaff,
  resetSecondFactor,
  resumeStaff,
  suspendStaff,
  takeRole,
} from "@foyer/contract/office/staff/staffing.ts";
import { permissionsOf, type StaffRole } from "@foyer/contract/office/staff/permissions.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { audit, changing } from "../../modules/audit/audit.ts";
import { readAccount, type StaffAccount } from "../../modules/staff/accounts.ts";
import { deleteFactors } from "../../modules/staff/factors.ts";
import { deleteGateCode } from "../../modules/staff/gateCodes/gateCodes.ts";
import {
  deleteGrants,
  grantsEverywhere,
  insertGrants,
  lockGrants,
  lockOwners,
  setSuspended,
} from "../../modules/staff/grants.ts";
import { endSignInsOf } from "../../modules/staff/signIns.ts";
import { queueNotice, rolesInWords } from "../../modules/staff/staffEmails.ts";
import { requireGrantable, requireOther } from "./staffRights.ts";

/** A person of the seller's staff whose rows are locked. */
type Locked = { readonly account: StaffAccount; readonly roles: readonly StaffRole[]; readonly isSuspended: boolean };

/** Locks the owners first, then the person's roles, so that concurrent changes are serialised. */
const lockStaff = async (
  ctx: StaffContext,
  staff_id: string,
): Promise<Locked & { readonly owners: readonly string[] }> => {
  await pause("staff_change_begins");
  const owners = await lockOwners(ctx);
  const grants = await lockGrants(ctx, staff_id);
  const account = grants.length > 0 ? await readAccount(ctx.db, staff_id) : undefined;
  if (!account) throw new Refused({ code: "not_found", context: "staff" });
  const roles = grants.map(({ role }) => role);
  return { account, owners, roles, isSuspended: grants.every(({ suspended_at }) => suspended_at !== null) };
};

/** Refuses to remove the last owner. */
const requireAnotherOwner = (owners: readonly string[], staff_id: string): void => {
  if (owners.length === 1 && owners[0] === staff_id) throw new Refused({ code: "last_owner", context: "staff" });
};

const entity = (id: string) => ({ kind: "staff", id }) as const;

/**
 * Whether a person works in the back office beyond this seller. Read before the change, since it only decides about
 * sign-ins.
 */
const worksElsewhere = async (ctx: StaffContext, staff_id: string): Promise<boolean> =>
  (await grantsEverywhere(ctx.acrossSellers, staff_id)).some(
    ({ seller_id, active }) => active && seller_id !== ctx.seller.id,
  );

/** A person without a role anywhere is signed out. Access does not depend on this: roles are read at each call. */
const endSignInsUnless = async (ctx: StaffContext, staff_id: string, isKept: boolean): Promise<void> => {
  if (!isKept) await endSignInsOf(ctx.db, staff_id);
};

export const giveRoleTo = async (
  ctx: StaffContext,
  { staff_id, role }: StaffReceived<typeof giveRole>,
): Promise<Nothing> => {
  requireOther(ctx, staff_id);
  requireGrantable(ctx, [role]);
  await changing(ctx, async (ctx) => {
    const { account, roles, isSuspended } = await lockStaff(ctx, staff_id);
    if (isSuspended) throw new Refused({ code: "not_found", context: "staff" });
    const given = await insertGrants(ctx, staff_id, [role], ctx.staff.id);
    const after = { roles: [...roles, ...given].toSorted() };
    await audit(ctx, { action: "staff.role_given", entity: entity(staff_id), before: { roles }, after });
    if (given.length > 0 && !account.is_demo)
      await queueNotice(ctx, "role_given", { to_address: account.email, detail: rolesInWords(given) });
  });
  return {};
};

export const takeRoleFrom = async (
  ctx: StaffContext,
  { staff_id, role }: StaffReceived<typeof takeRole>,
): Promise<Nothing> => {
  const isKept = await worksElsewhere(ctx, staff_id);
  await changing(ctx, async (ctx) => {
    const { owners, roles } = await lockStaff(ctx, staff_id);
    if (role === "owner") requireAnotherOwner(owners, staff_id);
    requireOther(ctx, staff_id);
    requireGrantable(ctx, [role]);
    if (!roles.includes(role)) throw new Refused({ code: "not_found", context: "staff" });
    await deleteGrants(ctx, staff_id, role);
    const after = { roles: roles.filter((other) => other !== role) };
    if (!permissionsOf(after.roles).has("scan.admit_anyway")) await deleteGateCode(ctx, staff_id);
    await endSignInsUnless(ctx, staff_id, isKept || after.roles.length > 0);
    await audit(ctx, { action: "staff.role_taken", entity: entity(staff_id), before: { roles }, after });
  });
  return {};
};

/** The common part of suspending, reinstating and removing: changes all roles of another person. */
const changeAll = async (
  ctx: StaffContext,
  staff_id: string,
  work: (ctx: StaffContext, staff: Locked & { readonly isKept: boolean }) => Promise<void>,
  { keepsOwner = false }: { readonly keepsOwner?: boolean } = {},
): Promise<Nothing> => {
  const isKept = await worksElsewhere(ctx, staff_id);
  await changing(ctx, async (ctx) => {
    const { owners, ...staff } = await lockStaff(ctx, staff_id);
    if (!keepsOwner) requireAnotherOwner(owners, staff_id);
    requireOther(ctx, staff_id);
    requireGrantable(ctx, staff.roles);
    await work(ctx, { ...staff, isKept });
  });
  return {};
};

export const suspend = (ctx: StaffContext, { staff_id }: StaffReceived<typeof suspendStaff>): Promise<Nothing> =>
  changeAll(ctx, staff_id, async (ctx, { isSuspended, isKept }) => {
    await setSuspended(ctx, staff_id, true);
    await deleteGateCode(ctx, staff_id);
    await endSignInsUnless(ctx, staff_id, isKept);
    const [before, after] = [{ suspended: isSuspended }, { suspended: true }];
    await audit(ctx, { action: "staff.suspended", entity: entity(staff_id), before, after });
  });

export const resume = (ctx: StaffContext, { staff_id }: StaffReceived<typeof resumeStaff>): Promise<Nothing> =>
  changeAll(
    ctx,
    staff_id,
    async (ctx, { isSuspended }) => {
      await setSuspended(ctx, staff_id, false);
      const [before, after] = [{ suspended: isSuspended }, { suspended: false }];
      await audit(ctx, { action: "staff.resumed", entity: entity(staff_id), before, after });
    },
    { keepsOwner: true },
  );

/** The account stays, with its name in the audit log; it can be invited again. */
export const remove = (ctx: StaffContext, { staff_id }: StaffReceived<typeof removeStaff>): Promise<Nothing> =>
  changeAll(ctx, staff_id, async (ctx, { roles, isKept }) => {
    await deleteGrants(ctx, staff_id);
    await deleteGateCode(ctx, staff_id);
    await endSignInsUnless(ctx, staff_id, isKept);
    await audit(ctx, { action: "staff.removed", entity: entity(staff_id), before: { roles }, after: { roles: [] } });
  });

/**
 * An account is shared by all sellers, so its second factor can be reset only by an owner of all sellers where the person
 * works.
 */
const requireResettable = async ({ acrossSellers, staff }: StaffContext, { id, is_operator }: StaffAccount) => {
  if (staff.is_operator) return;
  const own = await grantsEverywhere(acrossSellers, staff.id);
  const owned = new Set(own.filter(({ role, active }) => active && role === "owner").map(({ seller_id }) => seller_id));
  const theirs = await grantsEverywhere(acrossSellers, id);
  if (is_operator || theirs.some(({ seller_id, active }) => active && !owned.has(seller_id)))
    throw new Refused({
      code: "access_denied",
      context: "staff",
      description: "They also work for a seller where you are not an owner, so an operator has to reset it.",
    });
};

/** For somebody who has lost their second factor. They get an e-mail, and all their sign-ins end. */
export const resetFactorOf = (
  ctx: StaffContext,
  { staff_id }: StaffReceived<typeof resetSecondFactor>,
): Promise<Nothing> =>
  changeAll(
    ctx,
    staff_id,
    async (ctx, { account }) => {
      await requireResettable(ctx, account);
      await deleteFactors(ctx.db, staff_id);
      await endSignInsOf(ctx.db, staff_id);
      await audit(ctx, { action: "staff.second_factor_reset", entity: entity(staff_id) });
      if (!account.is_demo)
        await queueNotice(ctx, "second_factor_reset", { to_address: account.email, detail: ctx.staff.name });
    },
    { keepsOwner: true },
  );
