import { Refused } from "../../errors/refused.ts";
import type { AccountContext, OfficeContext } from "./staffContext.ts";

type RecordRefusal = (ctx: AccountContext) => Promise<unknown>;

/** Records in the audit log and in the server's log that somebody lacks the permission for a call. */
const record = async (ctx: AccountContext, recordRefusal: RecordRefusal): Promise<void> => {
  await recordRefusal(ctx);
  ctx.log.info({ event: "staff_refused", call: ctx.call.name, staff: ctx.staff.id }, "a call was refused");
};

/** Records that somebody lacks the permission for a call, and refuses it. */
export const refuse = async (ctx: AccountContext, recordRefusal: RecordRefusal): Promise<never> => {
  await record(ctx, recordRefusal);
  throw new Refused({ code: "access_denied", context: "staff" });
};

/** The contexts in which `access_denied` means that staff lack a permission, and not a rule about an order or a cart. */
const permissionContexts: ReadonlySet<string> = new Set(["staff", "gate", "ledger"]);

const isSignedIn = (ctx: OfficeContext): ctx is AccountContext => "staff" in ctx;

/** Runs a use case, and records if it refuses what depends on the request: a role, a sum, somebody else's saved view. */
export const recordingRefusals = async <R>(
  ctx: OfficeContext,
  recordRefusal: RecordRefusal,
  work: () => Promise<R>,
): Promise<R> => {
  try {
    return await work();
  } catch (error) {
    const isDenied =
      error instanceof Refused && error.code === "access_denied" && permissionContexts.has(error.context);
    if (isDenied && isSignedIn(ctx)) await record(ctx, recordRefusal);
    throw error;
  }
};
