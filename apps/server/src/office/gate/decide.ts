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

/** A scan with whose code allowed it, if somebody's did. */
export type AllowedScan = ScanSent & { readonly allowed_by?: string | undefined };

/** Against No nobody is let in, but by somebody who may; Look is the seller's choice. */
const mayAdmit = ({ gate }: GateContext, { shown, may_admit }: Judgement): boolean =>
  (shown === "look" && may_admit) || (gate.kind === "staff" && gate.staff.can("scan.admit_anyway"));

type Found = {
  /** Of an entry or exit. */
  readonly judgement: Judgement | undefined;
  /** Of an undo: the scan that it takes back, if it may. */
  readonly undo: string | undefined;
  readonly last: ScanOfSubject | undefined;
};

const said = (shown: Judgement["shown"], reason: AdmissionReason | null): Judgement => ({
  shown,
  reason,
  may_admit: false,
});

/** What is shown and who goes in. What a device has decided is what happened; otherwise the server decides. */
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

/** Whether a person has to look at a scan: gate and books disagree. */
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
  /** Somebody took an earlier check-in of it back after this one, without knowing of it. */
  readonly isUndoneSince: boolean;
}): Decision["conflict"] => {
  if (counts === "double") return admit !== undefined && (!decided || allowed_by !== undefined) ? null : "double";
  if (!decided || direction !== "in" || !decided.let_in) return null;
  if (allowed_by !== undefined) return isUndoneSince ? "refused" : null;
  if (row.state === "cancelled") return "cancelled";
  const isRefused = judgement?.shown === "no" && judgement.reason !== "already_in";
  return isRefused || isUndoneSince ? "refused" : null;
};
