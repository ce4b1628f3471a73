import { useState, type FormEvent } from "react";
import type { AdmitReason } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer } from "@foyer/contract/office/gate/gate.ts";
import { codeDigits } from "@foyer/rules/admission/supervisorCode.ts";
import type { Scanned } from "../gateView.ts";
import { focusFirst } from "../focusFirst.ts";
import type { Supervisor } from "./supervisorCode.ts";
import { admitReasons, usualReason } from "../words.ts";
import css from "../Answer.module.css";

type AdmitFormProps = {
  readonly answer: Pick<GateAnswer, "may_admit" | "reason">;
  /** The supervisors who can approve it with their code; empty if the person who scans needs no approval. */
  readonly supervisors: readonly Supervisor[];
  readonly onAdmit: (reason: AdmitReason, allowed?: Scanned["allowed"]) => Promise<void>;
};

/** Admits after Look, or against the answer: with a reason and, if nobody here has the permission, a supervisor's code. */
export function AdmitForm({ answer: { may_admit: mayAdmit, reason: why }, supervisors, onAdmit }: AdmitFormProps) {
  const [reason, setReason] = useState<AdmitReason>(() => usualReason(why));
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <CodeForm supervisors={supervisors} onCode={(allowed) => onAdmit(reason, allowed)} />;
  return (
    <div className={css.admit}>
      <label>
        <span>Reason</span>
        <select value={reason} onChange={({ target }) => setReason(target.value as AdmitReason)}>
          {Object.entries(admitReasons).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className={css.plain}
        onClick={() => (supervisors.length > 0 ? setAsking(true) : void onAdmit(reason))}
      >
        {mayAdmit ? "Let in" : "Let in anyway"}
      </button>
    </div>
  );
}

type CodeFormProps = {
  readonly supervisors: readonly Supervisor[];
  readonly onCode: (allowed: NonNullable<Scanned["allowed"]>) => Promise<void>;
};

/** The supervisor chooses their name and types their code. */
function CodeForm({ supervisors, onCode }: CodeFormProps) {
  const [id, setId] = useState(supervisors[0]?.id);
  const [code, setCode] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const supervisor = supervisors.find((one) => one.id === id);
    if (!supervisor || isBusy) return;
    setBusy(true);
    try {
      await onCode({ supervisor, code });
    } finally {
      setCode("");
      setBusy(false);
    }
  };
  return (
    <form className={css.admit} aria-label="Supervisor's code" onSubmit={(event) => void submit(event)}>
      <label>
        <span>Supervisor</span>
        <select value={id} onChange={({ target }) => setId(target.value)}>
          {supervisors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>Code</span>
        <input
          ref={focusFirst}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={codeDigits.max}
          value={code}
          onChange={({ target }) => setCode(target.value.replaceAll(/\D/g, ""))}
        />
      </label>
      <button type="submit" className={css.plain} disabled={isBusy || code.length < codeDigits.min}>
        Allow
      </button>
    </form>
  );
}
