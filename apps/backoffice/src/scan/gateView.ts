import type { AdmitReason } from "@foyer/contract/office/gate/admission.ts";
import type { Supervisor } from "./supervisor/supervisorCode.ts";
import type { GateState } from "./gateStore.ts";

/** What the screens show of the gate. */
export type GateView = {
  readonly state: GateState | undefined;
  readonly isOnline: boolean;
  /** By the corrected clock; null for no list. */
  readonly listAt: number | null;
  readonly waiting: number;
  /** The server's clock less this device's, in milliseconds. */
  readonly offset: number;
  readonly isClockWrong: boolean;
  /** Why the gate does not scan: it was ended, or nobody is signed in. */
  readonly stopped: "ended" | "signed_out" | "not_allowed" | undefined;
};

export const firstView: GateView = {
  state: undefined,
  isOnline: false,
  listAt: null,
  waiting: 0,
  offset: 0,
  isClockWrong: false,
  stopped: undefined,
};

/** What somebody at the gate scans. */
export type Scanned = {
  readonly code?: string;
  readonly ticket_id?: string;
  readonly card_id?: string;
  readonly direction: "in" | "out";
  readonly people?: number;
  readonly admit?: AdmitReason;
  /** Who allows it against the answer, by their code. */
  readonly allowed?: { readonly supervisor: Supervisor; readonly code: string };
};

/** Why a scan has no answer: nobody here may let in so, the supervisor's code is wrong, or was wrong too often. */
export type ScanRefusal = "not_allowed" | "wrong_code" | "code_waits";

/** Whether a view has all of a change: whoever waits for an answer does not wait for a screen that is drawn as it was. */
export const isShown = (view: GateView, change: Partial<GateView>): boolean =>
  Object.entries(change).every(([name, value]) => view[name as keyof GateView] === value);
