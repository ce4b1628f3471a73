import { Refused } from "../../errors/refused.ts";
import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { auditAccount } from "../../modules/audit/audit.ts";
import { afterAnswer } from "./afterAnswer.ts";

/** The reply and its timing are the same, whatever was wrong. */
export const signInFailed = (ctx: OfficeContext, staff_id: string | undefined): Refused => {
  if (staff_id !== undefined)
    afterAnswer(ctx, () =>
      auditAccount(ctx, staff_id, { action: "staff.sign_in_failed", after: { browser: ctx.browser } }),
    );
  return new Refused({ code: "sign_in_failed", context: "staff" });
};
