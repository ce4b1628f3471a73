import { useState, type ReactNode } from "react";
import type { CallError } from "../call.ts";
import { Dialog } from "./Dialog.tsx";
import { SubmitActions } from "./SubmitActions.tsx";
import { WhyField } from "./WhyField.tsx";
import { Refusal, ShowFieldErrors, useAction } from "../Form.tsx";
import { useToast } from "../Toast.tsx";
import recordCss from "../styles/Record.module.css";

export type ReasonDialogProps = {
  readonly title: string;
  /** The button's label, with its numbers. */
  readonly verb: string;
  /** The message once it is done. */
  readonly done: string;
  readonly isDestructive?: boolean;
  readonly isReady?: boolean;
  readonly needsReason?: boolean;
  /** Makes the change and reads the data on screen again, so that the next change is based on it. */
  readonly send: (reason: string) => Promise<unknown>;
  /** The text of a refusal; by default its own message. */
  readonly describe?: (error: CallError) => string;
  /** The fields of `children`, each a `SentField`. */
  readonly fields?: readonly string[];
  readonly onClose: () => void;
  readonly children?: ReactNode;
};

/** A change of something on screen, with its reason. If it is refused, the input stays. */
export function ReasonDialog({
  title,
  verb,
  done,
  isDestructive = false,
  isReady = true,
  needsReason = true,
  send,
  describe,
  fields = [],
  onClose,
  children,
}: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const toast = useToast();
  const change = useAction(async () => {
    await send(reason.trim());
    onClose();
    toast({ text: done });
  }, describe);
  const mayGo = isReady && (!needsReason || reason.trim() !== "");
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (mayGo) void change.run();
        }}
      >
        <ShowFieldErrors value={change.errorOf}>{children}</ShowFieldErrors>
        {needsReason && <WhyField value={reason} onChange={setReason} error={change.errorOf("reason")} />}
        <Refusal of={change} fields={["reason", ...fields]} />
        <SubmitActions
          onCancel={onClose}
          cancel="Back"
          kind={isDestructive ? "danger" : "primary"}
          busy={change.isBusy}
          disabled={!mayGo}
        >
          {verb}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
