import { useState, type ComponentProps, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { RowOfDialog } from "../list/HeldRow.tsx";
import { ReasonDialog, type ReasonDialogProps } from "./ReasonDialog.tsx";

type ConfirmedButtonProps = Pick<ReasonDialogProps, "title" | "verb" | "done" | "describe" | "isDestructive"> &
  Pick<ComponentProps<typeof Button>, "kind" | "disabled" | "wide" | "aria-label"> & {
    readonly label: string;
    /** Whether the action can be taken now; there is no button otherwise, but an open dialog stays and says so. */
    readonly isPossible?: boolean;
    /** Why it can no longer be taken. */
    readonly gone?: string;
    readonly send: () => Promise<unknown>;
    /** The consequences with their numbers, and what cannot be undone. */
    readonly children: ReactNode;
  };

/** A button for an action that cannot be undone: a dialog explains the consequences first. */
export function ConfirmedButton({
  label,
  isPossible = true,
  gone = "This can no longer be done: it was changed meanwhile.",
  kind,
  disabled,
  title,
  verb,
  done,
  describe,
  isDestructive = true,
  send,
  children,
  ...button
}: ConfirmedButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isPossible && (
        <Button
          size="small"
          {...button}
          {...(kind && { kind })}
          disabled={disabled === true}
          onClick={() => setOpen(true)}
        >
          {label}
        </Button>
      )}
      {isOpen && (
        <RowOfDialog isGone={!isPossible} gone={gone}>
          <ReasonDialog
            {...{ title, verb, done, isDestructive, send }}
            {...(describe && { describe })}
            needsReason={false}
            onClose={() => setOpen(false)}
          >
            {children}
          </ReasonDialog>
        </RowOfDialog>
      )}
    </>
  );
}
