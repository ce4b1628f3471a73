import {
  riskDays,
  riskPageSize,
  type emailRenewalAtRisk,
  type listRenewalsAtRisk,
  type RenewalAtRisk,
} from "@foyer/contract/office/members/memberRenewals.ts";
import type { MemberEmails } from "@foyer/contract/office/members/memberEmails.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isStopReason } from "@foyer/rules/membership/autoRenewal.ts";
import { lastValidDay } from "@foyer/rules/membership/term.ts";
import { newId } from "../../../db/newId.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { tooManyRequests } from "../../../modules/identity/attempts/loginAttempts.ts";
import { queueRenewalEmail, type RenewalNotice } from "../../../modules/renewals/emails/queueRenewalEmail.ts";
import { readRenewalState, type RenewalStatus } from "../../../modules/renewals/readRenewalState.ts";
import { chosenEmail, withSentence } from "../../../providers/mail/emailOptions.ts";
import { previewAlone } from "../emails/previewInMember.ts";
import { changingMember } from "../memberTransaction.ts";
import { presentRenewal } from "../presentRenewal.ts";
import { selectRenewalsAtRisk, type RenewalAtRiskRow } from "./renewalsAtRisk.sql.ts";
import { secondsUntilAgain } from "./secondsUntilAgain.sql.ts";

/** Automatic renewals that failed, or whose card expires before the charge. */
export const listRisks = async (
  ctx: StaffContext,
  { sort, after }: StaffReceived<typeof listRenewalsAtRisk>,
): Promise<StaffReply<typeof listRenewalsAtRisk>> => {
  const { db, seller } = ctx;
  const rows = await selectRenewalsAtRisk(db, seller.id, {
    isDescending: sort === "-last_day",
    after: after === undefined ? null : readCursor(after),
    days: riskDays,
    limit: riskPageSize + 1,
  });
  const page = rows.slice(0, riskPageSize);
  const found = await Promise.all(
    page.map(async ({ valid_to, timezone, ...row }): Promise<RenewalAtRisk[]> => {
      const status = await readRenewalState(ctx, row.id);
      const problem = status && problemOf(status);
      if (!status || !problem) return [];
      return [{ ...row, last_day: lastValidDay({ valid_to }, timezone), problem, renewal: presentRenewal(status) }];
    }),
  );
  const last = page.at(-1);
  return { renewals: found.flat(), next: rows.length > riskPageSize && last ? cursorOf(last) : null };
};

const cursorOf = ({ id, valid_to }: RenewalAtRiskRow): string => `${valid_to ?? "infinity"}_${id}`;
const readCursor = (after: string) => {
  const [end = "", id = ""] = after.split("_");
  return { end, id };
};

const problemOf = ({ row, card_expires }: RenewalStatus): RenewalAtRisk["problem"] | undefined => {
  if (!row.is_active || row.followed_by !== null) return undefined;
  if (row.state === "failed" || (row.state === "scheduled" && row.attempts > 0)) return "failed";
  return card_expires ? "card_ends" : undefined;
};

/** The notice that the payer gets; each links to renewing with another card. */
const noticeOf = (status: RenewalStatus): RenewalNotice | undefined => {
  const { row, charge_at, card_expires } = status;
  const problem = problemOf(status);
  if (problem === undefined) return undefined;
  const { state, last_error, next_step } = row;
  if (state === "failed") return { kind: "stopped", reason: isStopReason(last_error) ? last_error : "declined" };
  if (card_expires && charge_at) return { kind: "announced", charge_at, card_expires };
  return next_step === "ask" ? { kind: "asked" } : { kind: "failed", by: "card" };
};

const requireNotice = async (ctx: StaffContext, membership_id: string) => {
  const status = await readRenewalState(ctx, membership_id);
  const notice = status && noticeOf(status);
  if (!status || !notice)
    throw new Refused({
      code: "ticket_state_incorrect",
      context: "membership",
      description: "This renewal has not failed, and its card does not expire before it.",
    });
  return { status, notice };
};

const kindOf = ({ kind }: RenewalNotice) => `auto_renew_${kind}` as const;

export const previewRisk = async (ctx: StaffContext, membership_id: string): Promise<MemberEmails> => {
  const { status, notice } = await requireNotice(ctx, membership_id);
  return previewAlone(ctx, kindOf(notice), (ctx) => queueRenewalEmail(ctx, status.row, notice, newId()));
};

export const emailRisk = (
  ctx: StaffContext,
  { sentence, ...change }: StaffReceived<typeof emailRenewalAtRisk>,
): Promise<StaffReply<typeof emailRenewalAtRisk>> =>
  changingMember(ctx, change, async (ctx) => {
    const { membership_id } = change;
    const { status, notice } = await requireNotice(ctx, membership_id);
    const to = status.row.email;
    if (to === null)
      throw new Refused({ code: "validation_failed", context: "membership", extra: { fields: ["email"] } });
    const wait = await secondsUntilAgain(ctx.db, ctx.seller.id, {
      membership_id,
      action: "member.renewal_emailed",
      hours: 24,
    });
    if (wait > 0) throw tooManyRequests(wait, "membership");
    const emailOptions = withSentence(kindOf(notice), sentence);
    await queueRenewalEmail({ ...ctx, emailOptions }, status.row, notice, newId());
    const personal = { identity_id: status.row.identity_id, after: { to } };
    const email = [notice.kind, chosenEmail(emailOptions).email].filter(Boolean).join(" ");
    return { result: { to }, record: { action: "member.renewal_emailed", after: { email }, personal } };
  });
