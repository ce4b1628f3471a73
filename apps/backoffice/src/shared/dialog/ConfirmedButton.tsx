import { useState, type ComponentProps, type ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { ReasonDialog, type ReasonDialogProps } from "./ReasonDialog.tsx";

type ConfirmedButtonProps = Pick<ReasonDialogProps, "title" | "verb" | "done" | "describe" | "isDestructive"> &
  Pick<ComponentProps<typeof Button>, "kind" | "disabled" | "wide" | "aria-label"> & {
    readonly label: string;
    readonly send: () => Promise<unknown>;
    /** The consequences with their numbers, and what cannot be undone. */
    readonly children: ReactNode;
  };

/** A button for an action that cannot be undone: a dialog explains the consequences first. */
export function ConfirmedButton({
  label,
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
      <Button
        size="small"
        {...button}
        {...(kind && { kind })}
        disabled={disabled === true}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <ReasonDialog
          {...{ title, verb, done, isDestructive, send }}
          {...(describe && { describe })}
          needsReason={false}
          onClose={() => setOpen(false)}
        >
          {children}
        </ReasonDialog>
      )}
    </>
  );
}
