import { useState } from "react";
import {
  changeSessionsTogether,
  previewSessionChange,
  type SessionsPreview,
} from "@foyer/contract/office/catalogue/eventSessions.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { CallError, callOffice } from "../../../shared/call.ts";
import { Dialog } from "../../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../../shared/dialog/SubmitActions.tsx";
import { useAction } from "../../../shared/Form.tsx";
import { useToast } from "../../../shared/Toast.tsx";
import { useOwnSeller } from "../../../shared/queries.ts";
import { AnswerFields, answerToSend, isAnswered, noAnswer, type TypedAnswer } from "../buyers/AnswerFields.tsx";
import { changeOf, ChangeFields, noChange, type SessionType, type TypedChange } from "./ChangeFields.tsx";
import { SessionNumbers } from "./SessionNumbers.tsx";
import { refreshSessions, sessions } from "./sessionQueries.ts";
import recordCss from "../../../shared/styles/Record.module.css";

type ChangeSessionsDialogProps = {
  readonly slug: string;
  readonly eventKey: string;
  readonly session_ids: readonly string[];
  readonly types: readonly SessionType[];
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** Defines a change, previews it in numbers, and makes it. Editing the change removes the preview. */
export function ChangeSessionsDialog({
  slug,
  eventKey,
  session_ids,
  types,
  onClose,
  onDone,
}: ChangeSessionsDialogProps) {
  const [typed, setTyped] = useState<TypedChange>(noChange);
  const [preview, setPreview] = useState<SessionsPreview>();
  const [reason, setReason] = useState("");
  const [answer, setAnswer] = useState<TypedAnswer>(noAnswer);
  const { can } = useOwnSeller(slug);
  const toast = useToast();
  const change = changeOf(typed, types);
  const set = (more: Partial<TypedChange>): void => {
    setTyped((old) => ({ ...old, ...more }));
    setPreview(undefined);
  };
  const selected = { key: eventKey, session_ids: [...session_ids] };
  const look = useAction(async () => {
    if (change) setPreview(await callOffice(previewSessionChange, { ...selected, change }, slug));
  });
  const apply = useAction(async () => {
    if (!change || !preview) return;
    const { orders, revision } = preview;
    const sent = { ...selected, change, reason: reason.trim(), ...answerToSend(answer, preview) };
    const { changed } = await callOffice(
      changeSessionsTogether,
      { ...sent, expected: { orders, revision } },
      slug,
    ).catch(async (error: unknown) => {
      // The numbers that were shown may be out of date. What was typed stays.
      if (error instanceof CallError && error.status > 0) {
        setPreview(await callOffice(previewSessionChange, { ...selected, change }, slug).catch(() => undefined));
        await refreshSessions(slug);
      }
      throw error;
    });
    toast({ text: `${sessions(changed)} changed.` });
    onDone();
    onClose();
    await refreshSessions(slug);
  });
  const failure = apply.failure ?? look.failure;
  const canApply = preview !== undefined && preview.changes > 0;
  const isReady = canApply ? reason.trim() !== "" && isAnswered(answer, preview) : change !== undefined;
  return (
    <Dialog title={`Change ${sessions(session_ids.length)}`} onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void (canApply ? apply.run() : look.run());
        }}
      >
        <ChangeFields typed={typed} types={types} onChange={set} />
        {preview && <SessionNumbers preview={preview} />}
        {canApply && preview.orders > 0 && (
          <AnswerFields answer={answer} mayWrite={can("bulk.run") && can("order.resend")} onChange={setAnswer} />
        )}
        {canApply && (
          <Field label="Reason" hint="Kept in the audit log and in the history of the catalogue." required>
            <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
          </Field>
        )}
        {failure && <Banner tone="error">{failure.message}</Banner>}
        <SubmitActions
          onCancel={onClose}
          cancel="Back"
          kind={canApply && typed.kind === "cancel" ? "danger" : "primary"}

          busy={apply.isBusy || look.isBusy}
          disabled={!isReady}
        >
          {canApply ? `Change ${sessions(preview.changes)}` : "Preview"}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
