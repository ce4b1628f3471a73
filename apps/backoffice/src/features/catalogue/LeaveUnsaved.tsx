import type { ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import type { Draft } from "./useDraft.ts";

/** Asks before the screen is left while the latest input is not saved in a draft. */
export function LeaveUnsaved({ leaving, children }: Pick<Draft, "leaving"> & { readonly children: ReactNode }) {
  if (leaving.status !== "blocked") return null;
  return (
    <Dialog title="Your last changes are not saved" asks={false} onClose={leaving.reset}>
      <p>{children}</p>
      <DialogActions>
        <Button onClick={leaving.proceed}>Leave</Button>
        <Button kind="primary" onClick={leaving.reset}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
