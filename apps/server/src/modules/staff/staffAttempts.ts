import { Refused } from "../../errors/refused.ts";
import { networkOfClient, sharedNetworkFactor } from "../../http/limits/clientNetworkOf.ts";
import type { OfficeContext } from "../../http/staff/staffContext.ts";
import { addStaffAttempt, forgetStaffAttempts, subtractStaffAttempt } from "./staffAttempts.sql.ts";

type AttemptContext = Pick<OfficeContext, "db" | "providers" | "clientAddress" | "isBehindUnnamedProxy">;

/** Failed attempts within a window, for one account and from one network. */
const signInLimits = { seconds: 900, account: 5, network: 20 } as const;
/** Challenges for passkeys, right or wrong. They are counted by network only, because the person is not known yet. */
const challengeLimits = { seconds: 900, network: 100 } as const;
/** Test e-mails that a person sends to themselves. */
const testEmailLimits = { seconds: 3600, account: 10, network: 100 } as const;
/** DNS checks of a sender's domain. */
const senderCheckLimits = { seconds: 600, account: 30, network: 200 } as const;
/** E-mails with a link to choose a password. */
const linkLimits = { seconds: 3600, account: 3, network: 20 } as const;

/** An attempt that was counted before anything was compared. */
export type StaffAttempt = {
  /** The attempt succeeded: clears the account's failed attempts, and no longer counts this one for the network. */
  readonly succeed: () => Promise<void>;
  /** Does not count the attempt: it did not fail, but more is needed to sign in. */
  readonly takeBack: () => Promise<void>;
};

const count = async (
  ctx: AttemptContext,
  kind: string,
  target: string,
  limits: { readonly seconds: number; readonly account: number; readonly network: number },
): Promise<StaffAttempt> => {
  const { network, isShared } = networkOfClient(ctx);
  const accountKey = Buffer.from(ctx.providers.sign(`staff ${kind} ${target}`));
  const networkKey = Buffer.from(ctx.providers.sign(`staff ${kind} network ${network}`));
  // Each is counted in a transaction of its own, which ends before the slow comparison begins.
  const ofNetwork = await addStaffAttempt(ctx.db, networkKey, limits.seconds);
  const ofAccount = await addStaffAttempt(ctx.db, accountKey, limits.seconds);
  const waits = [
    ...(ofAccount.used > limits.account ? [ofAccount.wait] : []),
    ...(ofNetwork.used > limits.network * (isShared ? sharedNetworkFactor : 1) ? [ofNetwork.wait] : []),
  ];
  if (waits.length > 0)
    throw new Refused({ code: "too_many_requests", context: "staff", extra: { retry_after: Math.max(...waits) } });
  const takeBack = async (): Promise<void> => {
    await subtractStaffAttempt(ctx.db, networkKey);
    await subtractStaffAttempt(ctx.db, accountKey);
  };
  return {
    takeBack,
    succeed: async () => {
      await subtractStaffAttempt(ctx.db, networkKey);
      await forgetStaffAttempts(ctx.db, accountKey);
    },
  };
};

/** Counts a challenge for a passkey of an unknown person. Refuses with 429 beyond the limit. */
export const countChallenge = async (ctx: AttemptContext): Promise<void> => {
  const { network, isShared } = networkOfClient(ctx);
  const key = Buffer.from(ctx.providers.sign(`staff challenge network ${network}`));
  const { used, wait } = await addStaffAttempt(ctx.db, key, challengeLimits.seconds);
  if (used > challengeLimits.network * (isShared ? sharedNetworkFactor : 1))
    throw new Refused({ code: "too_many_requests", context: "staff", extra: { retry_after: wait } });
};

/** Counts an attempt to sign in or to step up, whether the account exists or not. Refuses with 429 beyond the limits. */
export const countStaffAttempt = (ctx: AttemptContext, account: string): Promise<StaffAttempt> =>
  count(ctx, "sign_in", account, signInLimits);

/** Counts a request for a new password. The reply does not reveal whether the account's limit is reached. */
export const countLinkRequest = (ctx: AttemptContext, account: string): Promise<StaffAttempt> =>
  count(ctx, "password_link", account, linkLimits);

/** Counts a test e-mail. Refuses with 429 beyond the limit. */
export const countTestEmail = async (ctx: AttemptContext, staff_id: string): Promise<void> => {
  await count(ctx, "test_email", staff_id, testEmailLimits);
};

/** Counts a DNS check of a sender's domain. Refuses with 429 beyond the limit. */
export const countSenderCheck = async (ctx: AttemptContext, staff_id: string): Promise<void> => {
  await count(ctx, "sender_check", staff_id, senderCheckLimits);
};
