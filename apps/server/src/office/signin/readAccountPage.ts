import { permissionsOf, visitPermissions } from "@foyer/contract/office/staff/permissions.ts";
import type { endSignIn, listSignIns, readMe } from "@foyer/contract/office/staff/staffAccount.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { AccountContext } from "../../http/staff/staffContext.ts";
import { auditAccount, changing } from "../../modules/audit/audit.ts";
import { countRecoveryCodes, totpSince } from "../../modules/staff/factors.ts";
import { grantsEverywhere } from "../../modules/staff/grants.ts";
import { openPermitsEverywhere } from "../../modules/staff/permits.ts";
import { passkeysOf } from "../../modules/staff/passkeys.ts";
import { endSignInOf, endSignInsOf, signInsOf } from "../../modules/staff/signIns.ts";

type SellerOfMe = StaffReply<typeof readMe>["sellers"][number];

/** The sellers where the reader has an active role. */
const ownSellers = async ({ db, staff }: AccountContext): Promise<SellerOfMe[]> => {
  const grants = (await grantsEverywhere(db, staff.id)).filter(({ active }) => active);
  return [...Map.groupBy(grants, ({ slug }) => slug).values()].flatMap((ofSeller) => {
    const [first] = ofSeller;
    if (!first) return [];
    const { slug, name, timezone } = first;
    const roles = ofSeller.map(({ role }) => role);
    return [{ slug, name, timezone, roles, permissions: [...permissionsOf(roles)], visit_until: null }];
  });
};

/** The sellers whose owner lets the reader in as the operator. */
const visitedSellers = async ({ db, staff }: AccountContext): Promise<SellerOfMe[]> => {
  const visits = staff.is_operator ? await openPermitsEverywhere(db) : [];
  return visits.map((visit) => ({ ...visit, roles: [], permissions: [...visitPermissions] }));
};

export const readOwnAccount = async (ctx: AccountContext): Promise<StaffReply<typeof readMe>> => {
  const { db, staff, production } = ctx;
  const [own, visited] = [await ownSellers(ctx), await visitedSellers(ctx)];
  return {
    id: staff.id,
    email: staff.email,
    name: staff.name,
    is_operator: staff.is_operator,
    second_factor: {
      totp_since: await totpSince(db, staff.id),
      passkeys: await passkeysOf(db, staff.id),
      recovery_codes_left: await countRecoveryCodes(db, staff.id),
      is_required: production,
    },
    idle_minutes: staff.idle_minutes,
    proved_until: staff.is_proved ? staff.proved_until : null,
    sellers: [...own, ...visited.filter(({ slug }) => own.every((one) => one.slug !== slug))],
  };
};

export const listOwnSignIns = async ({ db, staff }: AccountContext): Promise<StaffReply<typeof listSignIns>> => ({
  _data: (await signInsOf(db, staff.id)).map((row) => ({ ...row, is_this_one: row.id === staff.sign_in_id })),
});

export const endOneSignIn = async (
  ctx: AccountContext,
  { sign_in_id }: StaffReceived<typeof endSignIn>,
): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    if (!(await endSignInOf(ctx.db, ctx.staff.id, sign_in_id)))
      throw new Refused({ code: "not_found", context: "staff" });
    await auditAccount(ctx, ctx.staff.id, { action: "staff.sign_in_ended" });
  });
  if (sign_in_id === ctx.staff.sign_in_id) ctx.clearToken();
  return {};
};

export const endAllOtherSignIns = async (ctx: AccountContext): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    await endSignInsOf(ctx.db, ctx.staff.id, ctx.staff.sign_in_id);
    await auditAccount(ctx, ctx.staff.id, { action: "staff.sign_in_ended", after: { all_others: true } });
  });
  return {};
};

export const signOutNow = async (ctx: AccountContext): Promise<Nothing> => {
  await changing(ctx, async (ctx) => {
    // It may have ended since the call was admitted.
    if (!(await endSignInOf(ctx.db, ctx.staff.id, ctx.staff.sign_in_id)))
      throw new Refused({ code: "not_authorized", context: "staff" });
    await auditAccount(ctx, ctx.staff.id, { action: "staff.signed_out" });
  });
  ctx.clearToken();
  return {};
};
