import type { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import type { GateState } from "../gateStore.ts";
import type { Scanned, ScanRefusal } from "../gateView.ts";
import { mayBeCodeOf, sealCode, type DeviceTries } from "./supervisorCode.ts";

type Device = { readonly state: GateState | undefined; readonly tries: DeviceTries; readonly now: number };

/** A scan with the encrypted code of the supervisor who approves it. A code that cannot be theirs is not sent. */
export const withSealedCode = async (
  scan: ScanSent,
  { supervisor, code }: NonNullable<Scanned["allowed"]>,
  { state, tries, now }: Device,
): Promise<ScanSent | ScanRefusal> => {
  if (!state) return "not_allowed";
  if (tries.mustWait(now)) return "code_waits";
  if (!(await mayBeCodeOf(supervisor, code))) {
    tries.add(now);
    return "wrong_code";
  }
  const sealed_code = await sealCode(code, { key: state.code_key, scan_id: scan.id });
  return { ...scan, supervisor: { staff_id: supervisor.id, sealed_code } };
};

/** The server's refusal of a scan that it did not record. A wrong code is counted on the device too. */
export const refusalOf = (
  error: { readonly code: string } | undefined,
  { tries, now }: Pick<Device, "tries" | "now">,
): ScanRefusal => {
  if (error?.code === "wrong_code") tries.add(now);
  return error?.code === "wrong_code" || error?.code === "code_waits" ? error.code : "not_allowed";
};
