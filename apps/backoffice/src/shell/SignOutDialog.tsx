import { Button } from "@foyer/ui/action/Button.tsx";
import { Dialog, DialogActions } from "../shared/dialog/Dialog.tsx";

type SignOutProps = { readonly isBusy: boolean; readonly onSignOut: () => void; readonly onClose: () => void };

/** Asks before somebody signs out while the latest input could not be saved. */
export function SignOutDialog({ isBusy, onSignOut, onClose }: SignOutProps) {
  return (
    <Dialog title="Your last changes are not saved" asks={false} onClose={onClose}>
      <p>They could not be saved yet. If you sign out now, you lose them.</p>
      <DialogActions>
        <Button busy={isBusy} onClick={onSignOut}>
          Sign out anyway
        </Button>
        <Button kind="primary" onClick={onClose}>
          Keep editing
        </Button>
      </DialogActions>
    </Dialog>
  );
}
