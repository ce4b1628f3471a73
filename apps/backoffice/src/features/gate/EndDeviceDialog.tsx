import { endDevice, type DeviceRow } from "@foyer/contract/office/gate/devices.ts";
import { callOffice } from "../../shared/call.ts";
import { count } from "../../shared/format/format.ts";
import { ReasonDialog } from "../../shared/dialog/ReasonDialog.tsx";

type EndDeviceDialogProps = {
  readonly slug: string;
  readonly device: DeviceRow;
  readonly onEnded: () => Promise<unknown>;
  readonly onClose: () => void;
};

/** Ends a device permanently, after explaining the consequences. */
export function EndDeviceDialog({
  slug,
  device: { id, name, state, waiting },
  onEnded,
  onClose,
}: EndDeviceDialogProps) {
  return (
    <ReasonDialog
      title={`End ${name}?`}
      verb={`End ${name}`}
      done={`${name} is ended.`}
      isDestructive
      needsReason={false}
      send={async () => {
        await callOffice(endDevice, { device_id: id }, slug);
        await onEnded();
      }}
      onClose={onClose}
    >
      {state === "paired" ? (
        <p>It stops scanning at once. To scan with the same phone again, create a new device and pair it.</p>
      ) : (
        <p>Its pairing code stops working at once.</p>
      )}
      {waiting > 0 && (
        <p>
          {count(waiting, "scan")} {waiting === 1 ? "is" : "are"} still on it. It can send{" "}
          {waiting === 1 ? "it" : "them"} after it has ended. Leave its page open until no scan is waiting.
        </p>
      )}
    </ReasonDialog>
  );
}
