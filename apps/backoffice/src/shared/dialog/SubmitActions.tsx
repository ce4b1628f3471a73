import type { ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { DialogActions } from "./Dialog.tsx";

type SubmitActionsProps = {
  /** Leaves the dialog without doing anything. */
  readonly onCancel: () => void;
  readonly cancel?: string;
  /** Set if the button does not submit a form. */
  readonly onSubmit?: () => void;
  readonly kind?: "primary" | "danger" | "quiet";
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** The button's label: what it does, with its numbers. */
  readonly children: ReactNode;
};

/** The buttons at the foot of a dialog: cancel, and the action itself. */
export function SubmitActions({
  onCancel,
  cancel = "Cancel",
  onSubmit,
  kind = "primary",
  busy = false,
  disabled = false,
  children,
}: SubmitActionsProps) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>{cancel}</Button>
      <Button kind={kind} type={onSubmit ? "button" : "submit"} busy={busy} disabled={disabled} onClick={onSubmit}>
        {children}
      </Button>
    </DialogActions>
  );
}
