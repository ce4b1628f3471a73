import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { auditAccount } from "../../modules/audit/audit.ts";
import { noticeMailer } from "../../modules/staff/notices/accountMailer.ts";
import type { StaffAccount } from "../../modules/staff/accounts.ts";
import { beginSignIn } from "../../modules/staff/signIns.ts";
import { queueNotice } from "../../modules/staff/staffEmails.ts";

/** Begins a sign-in. If the browser is new to the account, its owner gets an e-mail. */
export const beginSignInAndTell = async (
  ctx: OfficeContext,
  account: StaffAccount,
  { isProved }: { readonly isProved: boolean },
): Promise<void> => {
  const { isNewBrowser } = await beginSignIn(ctx, account.id, { isProved });
  await auditAccount(ctx, account.id, { action: "staff.signed_in", after: { browser: ctx.browser } });
  const mailer = account.is_demo ? undefined : await noticeMailer(ctx, account.id);
  if (mailer && isNewBrowser)
    await queueNotice(mailer, "new_browser", { to_address: account.email, detail: ctx.browser });
};
