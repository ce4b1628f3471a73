import type { signIn } from "@foyer/contract/office/signIn.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staffEndpoint.ts";
import { Refused } from "../../errors/refused.ts";
import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { auditAccount, changing } from "../../modules/audit/audit.ts";
import { verifyPassword } from "../../modules/identity/password/hashPassword.ts";
import { findAccount } from "../../modules/staff/accounts.ts";
import { countRecoveryCodes, spendCode, totpSince } from "../../modules/staff/factors.ts";
import { beginSignIn } from "../../modules/staff/signIns.ts";
import { queueNotice } from "../../modules/staff/staffEmails.ts";
import { countStaffAttempt } from "../../modules/staff/staffAttempts.ts";
import { accountMailer } from "./accountMailer.ts";
import { afterAnswer } from "./afterAnswer.ts";

/** Signs in with a password and, where the account has one, a code of the second factor. */
export const signInWithPassword = async (
  ctx: OfficeContext,
  { email, password, code }: StaffReceived<typeof signIn>,
): Promise<StaffReply<typeof signIn>> => {
  const attempt = await countStaffAttempt(ctx, email);
  const found = await findAccount(ctx.db, email);
  const account = found?.is_demo === true && ctx.production ? undefined : found;
  const isRight = await verifyPassword(password, account?.password ?? null);
  if (!account || !isRight) throw failed(ctx, account?.id);
  const hasFactor = (await totpSince(ctx.db, account.id)) !== null;
  if (hasFactor && code === undefined) {
    await attempt.takeBack();
    return { state: "code_needed" };
  }
  const factor = hasFactor && code !== undefined ? await spendCode(ctx, account.id, code) : null;
  if (hasFactor && factor === null) throw failed(ctx, account.id);
  await attempt.succeed();
  await changing(ctx, async (ctx) => {
    // Without a second factor the password was the proof; in production nothing but setting one up is possible then.
    const { isNewBrowser } = await beginSignIn(ctx, account.id, { isProved: hasFactor || !ctx.production });
    await auditAccount(ctx, account.id, { action: "staff.signed_in", after: { browser: ctx.browser } });
    const mailer = account.is_demo ? undefined : await accountMailer(ctx, account.id);
    if (mailer && isNewBrowser)
      await queueNotice(mailer, "new_browser", { to_address: account.email, detail: ctx.browser });
    if (factor !== "recovery_code") return;
    await auditAccount(ctx, account.id, { action: "staff.recovery_code_used" });
    const detail = String(await countRecoveryCodes(ctx.db, account.id));
    if (mailer) await queueNotice(mailer, "recovery_code_used", { to_address: account.email, detail });
  });
  return { state: "signed_in" };
};

/** The same answer in the same time, whatever was wrong. */
const failed = (ctx: OfficeContext, staff_id: string | undefined): Refused => {
  if (staff_id !== undefined)
    afterAnswer(ctx, () =>
      auditAccount(ctx, staff_id, { action: "staff.sign_in_failed", after: { browser: ctx.browser } }),
    );
  return new Refused({ code: "sign_in_failed", context: "staff" });
};
