import { pairingMinutes, type DeviceRow } from "@foyer/contract/office/gate/devices.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Dialog, DialogActions } from "../../shared/dialog/Dialog.tsx";
import { QrCode } from "../../shared/QrCode.tsx";

export type Pairing = { readonly id: string; readonly token: string; readonly name: string };

type PairingDialogProps = {
  readonly slug: string;
  readonly pairing: Pairing;
  readonly state: DeviceRow["state"];
  readonly onClose: () => void;
};

/** Shows the pairing code once. The secret follows the '#', so that it is never sent to a server as part of the address. */
export function PairingDialog({ slug, pairing: { token, name }, state, onClose }: PairingDialogProps) {
  const isPaired = state === "paired";
  const link = `${location.origin}/_office/scan/#${slug}.${token}`;
  return (
    <Dialog title={isPaired ? `${name} is paired` : `Pair ${name}`} onClose={onClose}>
      {isPaired && <p>It can scan now. Add its page to the phone's home screen, so that it opens without a network.</p>}
      {state === "pairing_expired" && <p>This code has expired. Close this, and choose New code at the device.</p>}
      {state === "ended" && <p>This device was ended meanwhile. Its code no longer works.</p>}
      {state === "waiting_for_pairing" && (
        <>
          <p>Scan this with the phone's camera within {pairingMinutes} minutes. It works once.</p>
          <QrCode text={link} label="Pairing code" />
          <p>
            <a href={link} target="_blank" rel="noreferrer">
              Pair this browser instead
            </a>
          </p>
        </>
      )}
      <DialogActions>
        <Button kind={isPaired ? "primary" : "quiet"} size="small" onClick={onClose}>
          {isPaired ? "Done" : "Close"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
