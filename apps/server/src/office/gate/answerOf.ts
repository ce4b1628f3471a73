import type { AdmissionReason, Shown } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer } from "@foyer/contract/office/gate/gate.ts";
import type { Decision } from "./decide.ts";
import { presentSubject } from "./gateSubject.ts";
import type { SubjectRow } from "./subjects.sql.ts";

type Shows = {
  readonly row?: SubjectRow;
  readonly choices?: readonly {
    readonly row: SubjectRow;
    readonly shown: Shown;
    readonly reason: AdmissionReason | null;
  }[];
};

export const answerOf = (
  id: string,
  { judgement, counts, already }: Decision,
  { row, choices = [] }: Shows,
): GateAnswer => ({
  id,
  shown: judgement.shown,
  reason: judgement.reason,
  may_admit: judgement.may_admit,
  counts,
  already: already ?? null,
  subject: row ? presentSubject(row) : null,
  choices: choices.map(({ row, shown, reason }) => ({ subject: presentSubject(row), shown, reason })),
});
