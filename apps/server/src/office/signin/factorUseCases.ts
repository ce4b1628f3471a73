import type {
  beginSecondFactor,
  confirmSecondFactor,
  makeRecoveryCodes,
  stepUp,
} from "@foyer/contract/office/staff/staffAccount.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { transact } from "../../db/transact.ts";
import { Refused } from "../../errors/refused.ts";
import { requireStepUp } from "../../http/staff/mountStaff.ts";
import type { AccountContext } from "../../http/staff/staffContext.ts";
import { auditAccount, changing } from "../../modules/audit/audit.ts";
import { noticeMailer } from "../../modules/staff/notices/accountMailer.ts";
import { verifyPassword } from "../../modules/identity/password/hashPassword.ts";
import { lockStaffAccount, readAccount } from "../../modules/staff/accounts.ts";
import { beginTotp, confirmPendingTotp, factorsOf, newRecoveryCodes, spendCode } from "../../modules/staff/factors.ts";
import { acceptAssertion } from "../../modules/staff/passkeys.ts";
import { endSignInsOf, renewSignIn } from "../../modules/staff/signIns.ts";
import { queueNotice } from "../../modules/staff/staffEmails.ts";
import { countStaffAttempt } from "../../modules/staff/staffAttempts.ts";
import { tellOfRecoveryCode } from "./tellOfRecoveryCode.ts";

const incorrect = (): Refused =>
  new Refused({ code: "second_factor_incorrect", context: "staff", extra: { fields: ["code"] } });

/** Gives the sign-in a new token and a fresh proof of the second factor. */
export const prove = async (ctx: AccountContext): Promise<string> => {
  const proved_until = await renewSignIn(ctx.db, ctx.staff.sign_in_id, ctx.issueToken());
  if (proved_until === undefined) throw new Refused({ code: "not_authorized", context: "staff" });
  return proved_until;
};

/** Checks the second factor again; outside production, an account without one uses its password. */
export const stepUpNow = async (
  ctx: AccountContext,
  { code, assertion, password }: StaffReceived<typeof stepUp>,
): Promise<StaffReply<typeof stepUp>> => {
  const attempt = await countStaffAttempt(ctx, ctx.staff.email);
  let factor: Awaited<ReturnType<typeof spendCode>> = null;
  if (assertion) {
    if ((await acceptAssertion(ctx, { purpose: "step_up", staff_id: ctx.staff.id }, assertion)) === null)
      throw new Refused({ code: "passkey_refused", context: "staff" });
  } else if (ctx.staff.has_second_factor) {
    factor = code === undefined ? null : await spendCode(ctx, ctx.staff.id, code);
    if (factor === null) throw incorrect();
  } else {
    const account = await readAccount(ctx.db, ctx.staff.id);
    if (!(await verifyPassword(password ?? "", account?.password ?? null)))
      throw new Refused({ code: "incorrect_password", context: "staff", extra: { fields: ["password"] } });
  }
  await attempt.succeed();
  return changing(ctx, async (ctx) => {
    const proved_until = await prove(ctx);
    await auditAccount(ctx, ctx.staff.id, { action: "staff.stepped_up" });
    if (factor === "recovery_code") await tellOfRecoveryCode(ctx, ctx.staff);
    return { proved_until };
  });
};

/**
 * Generates the secret of a second factor. Replacing an existing one needs step-up, so that a stolen cookie is not enough.
 */
export const beginFactor = async (ctx: AccountContext): Promise<StaffReply<typeof beginSecondFactor>> => {
  if (ctx.staff.has_second_factor) requireStepUp(ctx.staff);
  return transact(ctx, async (ctx) => {
    await lockStaffAccount(ctx.db, ctx.staff.id);
    return beginTotp(ctx, ctx.staff);
  });
};

/** Confirms the second factor with a code. The first one comes with recovery codes; all other sign-ins end. */
export const confirmFactor = async (
  ctx: AccountContext,
  { code }: StaffReceived<typeof confirmSecondFactor>,
): Promise<StaffReply<typeof confirmSecondFactor>> => {
  if (ctx.staff.has_second_factor) requireStepUp(ctx.staff);
  const attempt = await countStaffAttempt(ctx, ctx.staff.email);
  const reply = await changing(ctx, async (ctx) => {
    await lockStaffAccount(ctx.db, ctx.staff.id);
    const { totp, passkeys } = await factorsOf(ctx.db, ctx.staff.id);
    const isFirst = !totp && !passkeys;
    if (!isFirst) requireStepUp(ctx.staff);
    if (!(await confirmPendingTotp(ctx, ctx.staff.id, code))) throw incorrect();
    const recovery_codes = isFirst ? await newRecoveryCodes(ctx, ctx.staff.id) : [];
    await endSignInsOf(ctx.db, ctx.staff.id, ctx.staff.sign_in_id);
    await prove(ctx);
    await auditAccount(ctx, ctx.staff.id, { action: "staff.second_factor_set", after: { kind: "authenticator app" } });
    const mailer = await noticeMailer(ctx, ctx.staff.id);
    if (mailer) await queueNotice(mailer, "second_factor_set", { to_address: ctx.staff.email });
    return { recovery_codes };
  });
  await attempt.succeed();
  return reply;
};

export const renewRecoveryCodes = (ctx: AccountContext): Promise<StaffReply<typeof makeRecoveryCodes>> =>
  changing(ctx, async (ctx) => {
    if (!ctx.staff.has_second_factor) throw new Refused({ code: "second_factor_required", context: "staff" });
    await lockStaffAccount(ctx.db, ctx.staff.id);
    const recovery_codes = await newRecoveryCodes(ctx, ctx.staff.id);
    await auditAccount(ctx, ctx.staff.id, { action: "staff.recovery_codes_made" });
    return { recovery_codes };
  });
