import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { auditAccount } from "../../modules/audit/audit.ts";
import { noticeMailer } from "../../modules/staff/notices/accountMailer.ts";
import { countRecoveryCodes } from "../../modules/staff/factors.ts";
import { queueNotice } from "../../modules/staff/staffEmails.ts";

/** Records that a recovery code was used, and tells the account's owner how many are left. */
export const tellOfRecoveryCode = async (
  ctx: OfficeContext,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> => {
  await auditAccount(ctx, id, { action: "staff.recovery_code_used" });
  const mailer = await noticeMailer(ctx, id);
  const detail = String(await countRecoveryCodes(ctx.db, id));
  if (mailer) await queueNotice(mailer, "recovery_code_used", { to_address: email, detail });
};
