import type { signIn } from "@foyer/contract/office/staff/signIn.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { changing } from "../../modules/audit/audit.ts";
import { verifyPassword } from "../../modules/identity/password/hashPassword.ts";
import { findAccount } from "../../modules/staff/accounts.ts";
import { factorsOf, spendCode } from "../../modules/staff/factors.ts";
import { countStaffAttempt } from "../../modules/staff/staffAttempts.ts";
import { beginSignInAndTell } from "./beginSignInAndTell.ts";
import { signInFailed } from "./signInFailed.ts";
import { tellOfRecoveryCode } from "./tellOfRecoveryCode.ts";

/** Signs in with a password and, if the account has a second factor, a code. */
export const signInWithPassword = async (
  ctx: OfficeContext,
  { email, password, code }: StaffReceived<typeof signIn>,
): Promise<StaffReply<typeof signIn>> => {
  const attempt = await countStaffAttempt(ctx, email);
  const found = await findAccount(ctx.db, email);
  const account = found?.is_demo === true && ctx.production ? undefined : found;
  const isRight = await verifyPassword(password, account?.password ?? null);
  if (!account || !isRight) throw signInFailed(ctx, account?.id);
  const { totp, passkeys } = await factorsOf(ctx.db, account.id);
  const hasFactor = totp || passkeys;
  if (hasFactor && code === undefined) {
    await attempt.takeBack();
    return { state: totp ? "code_needed" : "passkey_needed" };
  }
  const factor = hasFactor && code !== undefined ? await spendCode(ctx, account.id, code) : null;
  if (hasFactor && factor === null) throw signInFailed(ctx, account.id);
  await attempt.succeed();
  await changing(ctx, async (ctx) => {
    // Without a second factor the password counts as proof. In production, the only thing possible then is to set one up.
    await beginSignInAndTell(ctx, account, { isProved: hasFactor || !ctx.production });
    if (factor === "recovery_code") await tellOfRecoveryCode(ctx, account);
  });
  return { state: "signed_in" };
};
