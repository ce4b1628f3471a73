import { normalizeEmail } from "@foyer/rules/values/normalizeNames.ts";
import { limitKey } from "../../../http/limits/sharedLimits.ts";
import { addUses } from "../../../http/limits/sharedLimits.sql.ts";
import type { IssueContext } from "./issueContext.ts";

/**
 * Limits e-mails about free memberships and gifts to one address, because a stranger could send them to anybody without
 * paying.
 */
const freeMembershipLimit = { name: "free_card", max: 10, windowSeconds: 24 * 3600 };

/**
 * Leaves out e-mails to addresses that have received enough about free memberships today. The memberships are still
 * issued, and their holders see the cards in the account. Runs in the transaction of the order.
 */
export const withinFreeQuota = async <Email extends { readonly to_address: string }>(
  ctx: IssueContext,
  emails: readonly Email[],
): Promise<readonly Email[]> => {
  const allowed: Email[] = [];
  const byAddress = Map.groupBy(emails, ({ to_address }) =>
    limitKey(ctx, freeMembershipLimit.name, normalizeEmail(to_address)).toString("hex"),
  );
  // Sorted, so that two servers cannot deadlock.
  for (const [hex, ofAddress] of [...byAddress].toSorted(([one], [two]) => (one < two ? -1 : 1))) {
    const limit = { ...freeMembershipLimit, key: Buffer.from(hex, "hex") };
    const [row] = await addUses(ctx.db, ctx.seller.id, [limit], ofAddress.length);
    const left = freeMembershipLimit.max - ((row?.used ?? 0) - ofAddress.length);
    allowed.push(...ofAddress.slice(0, Math.max(0, left)));
  }
  return allowed;
};
