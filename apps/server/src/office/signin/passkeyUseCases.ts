import {
  maxPasskeys,
  type addPasskey,
  type beginPasskey,
  type beginPasskeySignIn,
  type beginPasskeyStepUp,
  type removePasskey,
  type renamePasskey,
  type signInWithPasskey,
} from "@foyer/contract/office/staff/passkeys.ts";
import type { Nothing, StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import { requireStepUp } from "../../http/staff/mountStaff.ts";
import type { AccountContext, OfficeContext } from "../../http/staff/staffContext.ts";
import { auditAccount, changing } from "../../modules/audit/audit.ts";
import { noticeMailer } from "../../modules/staff/notices/accountMailer.ts";
import { lockStaffAccount, readAccount } from "../../modules/staff/accounts.ts";
import { deleteTotp, factorsOf, newRecoveryCodes } from "../../modules/staff/factors.ts";
import {
  acceptAssertion,
  beginAssertion,
  beginRegistration,
  deletePasskeyOf,
  insertPasskey,
  passkeysOf,
  readRegistration,
  renamePasskeyOf,
} from "../../modules/staff/passkeys.ts";
import { endSignInsOf } from "../../modules/staff/signIns.ts";
import { countChallenge, countStaffAttempt } from "../../modules/staff/staffAttempts.ts";
import { queueNotice, type StaffNotice } from "../../modules/staff/staffEmails.ts";
import { beginSignInAndTell } from "./beginSignInAndTell.ts";
import { prove } from "./factorUseCases.ts";
import { signInFailed } from "./signInFailed.ts";

type RequestOptions = StaffReply<typeof beginPasskeySignIn>;

const refused = (): Refused => new Refused({ code: "passkey_refused", context: "staff" });

export const beginSignInByPasskey = async (ctx: OfficeContext): Promise<RequestOptions> => {
  await countChallenge(ctx);
  return requestOptions(await beginAssertion(ctx, { purpose: "sign_in", staff_id: null }));
};

export const beginStepUpByPasskey = async (ctx: AccountContext): Promise<StaffReply<typeof beginPasskeyStepUp>> =>
  requestOptions(await beginAssertion(ctx, { purpose: "step_up", staff_id: ctx.staff.id }));

const requestOptions = (options: Awaited<ReturnType<typeof beginAssertion>>): RequestOptions => ({
  ...(options as RequestOptions),
});

/**
 * Signs in with a passkey only. An unknown passkey, a wrong response and a demo account in production get the same reply.
 */
export const signInByPasskey = async (
  ctx: OfficeContext,
  { assertion }: StaffReceived<typeof signInWithPasskey>,
): Promise<Nothing> => {
  const attempt = await countStaffAttempt(ctx, `passkey ${assertion.id}`);
  const staff_id = await acceptAssertion(ctx, { purpose: "sign_in", staff_id: null }, assertion);
  const account = staff_id === null ? undefined : await readAccount(ctx.db, staff_id);
  if (!account || (account.is_demo && ctx.production)) throw signInFailed(ctx, account?.id);
  await attempt.succeed();
  await changing(ctx, async (ctx) => {
    await beginSignInAndTell(ctx, account, { isProved: true });
  });
  return {};
};

/** Adding a passkey to an account with a second factor needs step-up, so that a stolen cookie is not enough. */
export const beginOwnPasskey = async (ctx: AccountContext): Promise<StaffReply<typeof beginPasskey>> => {
  if (ctx.staff.has_second_factor) requireStepUp(ctx.staff);
  await requireRoomForPasskey(ctx);
  return (await beginRegistration(ctx, ctx.staff)) as StaffReply<typeof beginPasskey>;
};

const requireRoomForPasskey = async ({ db, staff }: AccountContext): Promise<void> => {
  if ((await passkeysOf(db, staff.id)).length < maxPasskeys) return;
  throw new Refused({
    code: "validation_failed",
    context: "staff",
    description: `An account keeps at most ${maxPasskeys} passkeys. Remove one first.`,
  });
};

/** Stores a passkey. The first second factor comes with recovery codes, and all other sign-ins end. */
export const addOwnPasskey = async (
  ctx: AccountContext,
  { name = ctx.browser, registration }: StaffReceived<typeof addPasskey>,
): Promise<StaffReply<typeof addPasskey>> => {
  const passkey = await readRegistration(ctx, ctx.staff.id, registration);
  if (!passkey) throw refused();
  return changing(ctx, async (ctx) => {
    const { id } = ctx.staff;
    await lockStaffAccount(ctx.db, id);
    await requireRoomForPasskey(ctx);
    const { totp, passkeys } = await factorsOf(ctx.db, id);
    const isFirst = !totp && !passkeys;
    if (!isFirst) requireStepUp(ctx.staff);
    if (!(await insertPasskey(ctx.db, { ...passkey, name }))) throw refused();
    const recovery_codes = isFirst ? await newRecoveryCodes(ctx, id) : [];
    if (isFirst) {
      await endSignInsOf(ctx.db, id, ctx.staff.sign_in_id);
      await prove(ctx);
    }
    await auditAccount(ctx, id, { action: "staff.passkey_added", after: { passkey: name } });
    await tell(ctx, "passkey_added", name);
    return { recovery_codes };
  });
};

export const renameOwnPasskey = (
  ctx: AccountContext,
  { passkey_id, name }: StaffReceived<typeof renamePasskey>,
): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    const { id: staff_id } = ctx.staff;
    const before = await renamePasskeyOf(ctx.db, { id: passkey_id, staff_id, name });
    if (before === undefined) throw new Refused({ code: "not_found", context: "staff" });
    await auditAccount(ctx, staff_id, {
      action: "staff.passkey_renamed",
      before: { passkey: before },
      after: { passkey: name },
    });
    return {};
  });

export const removeOwnPasskey = (
  ctx: AccountContext,
  { passkey_id }: StaffReceived<typeof removePasskey>,
): Promise<Nothing> =>
  removingFactor(ctx, async (ctx) => {
    const name = await deletePasskeyOf(ctx.db, ctx.staff.id, passkey_id);
    if (name === undefined) throw new Refused({ code: "not_found", context: "staff" });
    await auditAccount(ctx, ctx.staff.id, { action: "staff.passkey_removed", before: { passkey: name } });
    await tell(ctx, "passkey_removed", name);
  });

export const removeOwnApp = (ctx: AccountContext): Promise<Nothing> =>
  removingFactor(ctx, async (ctx) => {
    if (!(await deleteTotp(ctx.db, ctx.staff.id))) throw new Refused({ code: "not_found", context: "staff" });
    await auditAccount(ctx, ctx.staff.id, { action: "staff.second_factor_removed" });
    await tell(ctx, "second_factor_removed");
  });

/** Removes a second factor, unless it is the last. The account is locked, so that two calls cannot remove the last two. */
const removingFactor = (ctx: AccountContext, remove: (ctx: AccountContext) => Promise<void>): Promise<Nothing> =>
  changing(ctx, async (ctx) => {
    await lockStaffAccount(ctx.db, ctx.staff.id);
    await remove(ctx);
    const { totp, passkeys } = await factorsOf(ctx.db, ctx.staff.id);
    if (!totp && !passkeys) throw new Refused({ code: "last_second_factor", context: "staff" });
    await endSignInsOf(ctx.db, ctx.staff.id, ctx.staff.sign_in_id);
    return {};
  });

const tell = async (ctx: AccountContext, notice: StaffNotice, detail?: string): Promise<void> => {
  const mailer = await noticeMailer(ctx, ctx.staff.id);
  if (mailer)
    await queueNotice(mailer, notice, { to_address: ctx.staff.email, ...(detail !== undefined && { detail }) });
};
