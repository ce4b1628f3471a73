import type { ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { DialogActions } from "./Dialog.tsx";

type SubmitActionsProps = {
  /** Leaves the dialog and does nothing. */
  readonly onCancel: () => void;
  readonly cancel?: string;
  /** Where no form of the dialog is submitted. */
  readonly onSubmit?: () => void;
  readonly kind?: "primary" | "danger" | "quiet";
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** What the button does, with its numbers. */
  readonly children: ReactNode;
};

/** The foot of a dialog: leave it, or do what it says. */
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
