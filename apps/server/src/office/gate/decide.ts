import type { AdmissionReason, CountedAs } from "@foyer/contract/office/gate/admission.ts";
import type { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { Judgement } from "@foyer/rules/admission/judgeScan.ts";
import { Refused } from "../../errors/refused.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";
import type { ScanOfSubject } from "./scans.sql.ts";
import type { SubjectRow } from "./subjects.sql.ts";

export type Decision = {
  /** What the gate showed. */
  readonly judgement: Judgement;
  readonly already: { readonly at: string; readonly by: string } | undefined;
  readonly let_in: boolean;
  readonly undoes: string | null;
  readonly counts: CountedAs;
  readonly conflict: "double" | "cancelled" | "refused" | null;
};

/** A scan, with the id of the supervisor whose code allowed it, if any. */
export type AllowedScan = ScanSent & { readonly allowed_by?: string | undefined };

/** Only somebody with the permission can admit against No; the seller decides whether anybody can admit after Look. */
const mayAdmit = ({ gate }: GateContext, { shown, may_admit }: Judgement): boolean =>
  (shown === "look" && may_admit) || (gate.kind === "staff" && gate.staff.can("scan.admit_anyway"));

type Found = {
  /** For an entry or exit. */
  readonly judgement: Judgement | undefined;
  /** For an undo: the scan that it reverts, if it is allowed. */
  readonly undo: string | undefined;
  readonly last: ScanOfSubject | undefined;
};

const said = (shown: Judgement["shown"], reason: AdmissionReason | null): Judgement => ({
  shown,
  reason,
  may_admit: false,
});

/**
 * What is shown, and whether the person goes in. What a device has already decided is accepted as it happened; otherwise
 * the server decides.
 */
export const decide = (
  ctx: GateContext,
  { decided, admit, direction, allowed_by }: AllowedScan,
  { judgement, undo, last }: Found,
): Omit<Decision, "counts" | "conflict"> => {
  if (!judgement) {
    const isTaken = undo !== undefined;
    return {
      judgement: isTaken ? said("welcome", null) : said("no", "undo_refused"),
      already: undefined,
      let_in: false,
      undoes: undo ?? null,
    };
  }
  const shownAlready = judgement.reason === "already_in" || judgement.reason === "visited_today";
  const already = shownAlready && last ? { at: last.moment, by: last.by } : undefined;
  if (decided) {
    const shown = { shown: decided.shown, reason: decided.reason, may_admit: false };
    return { judgement: shown, already, let_in: direction === "in" && decided.let_in, undoes: null };
  }
  if (admit !== undefined && judgement.shown !== "welcome" && allowed_by === undefined && !mayAdmit(ctx, judgement))
    throw new Refused({ code: "access_denied", context: "gate" });
  const isIn = direction === "in" && (judgement.shown === "welcome" || admit !== undefined);
  return { judgement, already, let_in: isIn, undoes: null };
};

/** Whether staff have to review a scan, because the gate and the records disagree. */
export const conflictOf = ({
  sent: { decided, direction, admit, allowed_by },
  row,
  counts,
  judgement,
  isUndoneSince,
}: {
  readonly sent: AllowedScan;
  readonly row: SubjectRow;
  readonly counts: CountedAs;
  readonly judgement: Judgement | undefined;
  /** An earlier check-in was undone after this scan, by somebody who did not know of it. */
  readonly isUndoneSince: boolean;
}): Decision["conflict"] => {
  if (counts === "double") return admit !== undefined && (!decided || allowed_by !== undefined) ? null : "double";
  if (!decided || direction !== "in" || !decided.let_in) return null;
  if (allowed_by !== undefined) return isUndoneSince ? "refused" : null;
  if (row.state === "cancelled") return "cancelled";
  const isRefused = judgement?.shown === "no" && judgement.reason !== "already_in";
  return isRefused || isUndoneSince ? "refused" : null;
};
