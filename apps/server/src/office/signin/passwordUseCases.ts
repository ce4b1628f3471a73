import type { chooseNewPassword, forgotStaffPassword } from "@foyer/contract/office/staff/signIn.ts";
import type { changePassword } from "@foyer/contract/office/staff/staffAccount.ts";
import type { Nothing, StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { transact } from "../../db/transact.ts";
import { Refused } from "../../errors/refused.ts";
import { repeatSeconds } from "../../http/idempotency/idempotency.ts";
import type { AccountContext, OfficeContext } from "../../http/staff/staffContext.ts";
import { auditAccount, changing } from "../../modules/audit/audit.ts";
import { accountMailer, noticeMailer } from "../../modules/staff/notices/accountMailer.ts";
import { verifyPassword } from "../../modules/identity/password/hashPassword.ts";
import { findAccount, lockStaffAccount, readAccount, setPassword } from "../../modules/staff/accounts.ts";
import {
  hasNewPasswordLink,
  makePasswordLink,
  ownerOfPasswordLink,
  spendPasswordToken,
} from "../../modules/staff/invitations.ts";
import { endSignInsOf } from "../../modules/staff/signIns.ts";
import { queueNotice, queuePasswordLink } from "../../modules/staff/staffEmails.ts";
import { hashStaffPassword } from "../../modules/staff/staffPassword.ts";
import { countLinkRequest, countStaffAttempt } from "../../modules/staff/staffAttempts.ts";
import { afterAnswer } from "./afterAnswer.ts";

/** Sends a link to choose a new password. Known and unknown addresses get the same reply in the same time. */
export const sendPasswordLink = async (
  ctx: OfficeContext,
  { email }: StaffReceived<typeof forgotStaffPassword>,
): Promise<Nothing> => {
  await countLinkRequest(ctx, email);
  afterAnswer(ctx, () =>
    transact(ctx, async (ctx) => {
      const account = await findAccount(ctx.db, email);
      const mailer = account && !account.is_demo ? await accountMailer(ctx, account.id) : undefined;
      if (!account || !mailer) return;
      // Two requests at once, as by a double click, get one link.
      await lockStaffAccount(ctx.db, account.id);
      if (await hasNewPasswordLink(ctx.db, account.id, repeatSeconds)) return;
      const link = await makePasswordLink(ctx.db, account.id);
      await queuePasswordLink(mailer, { ...link, to_address: account.email });
      await auditAccount(ctx, account.id, { action: "staff.password_link_sent" });
    }),
  );
  return {};
};

/** Sets a new password through a link. The second factor stays, and all sign-ins end. */
export const choosePasswordByLink = async (
  ctx: OfficeContext,
  { token, password }: StaffReceived<typeof chooseNewPassword>,
): Promise<Nothing> => {
  const staff_id = await ownerOfPasswordLink(ctx.db, token);
  const account = staff_id === undefined ? undefined : await readAccount(ctx.db, staff_id);
  if (!account) throw new Refused({ code: "invitation_over", context: "staff" });
  const hash = await hashStaffPassword(password, account);
  await changing(ctx, async (ctx) => {
    if ((await spendPasswordToken(ctx.db, token)) !== account.id)
      throw new Refused({ code: "invitation_over", context: "staff" });
    await storeNewPassword(ctx, account, hash);
  });
  return {};
};

/** Changes the password of the signed-in account; its other sign-ins end. */
export const changeOwnPassword = async (
  ctx: AccountContext,
  { current, password }: StaffReceived<typeof changePassword>,
): Promise<Nothing> => {
  const attempt = await countStaffAttempt(ctx, ctx.staff.email);
  const account = await readAccount(ctx.db, ctx.staff.id);
  if (!(await verifyPassword(current, account?.password ?? null)) || !account)
    throw new Refused({
      code: "validation_failed",
      context: "staff",
      description: "That is not your current password.",
      extra: { fields: ["current"] },
    });
  await attempt.succeed();
  const hash = await hashStaffPassword(password, account);
  await changing(ctx, (ctx) => storeNewPassword(ctx, account, hash, ctx.staff.sign_in_id));
  return {};
};

const storeNewPassword = async (
  ctx: OfficeContext,
  account: { readonly id: string; readonly email: string },
  hash: string,
  keptSignIn?: string,
): Promise<void> => {
  await lockStaffAccount(ctx.db, account.id);
  await setPassword(ctx.db, account.id, hash);
  await endSignInsOf(ctx.db, account.id, keptSignIn);
  await auditAccount(ctx, account.id, { action: "staff.password_changed", after: { password: "changed" } });
  const mailer = await noticeMailer(ctx, account.id);
  if (mailer) await queueNotice(mailer, "password_changed", { to_address: account.email });
};
