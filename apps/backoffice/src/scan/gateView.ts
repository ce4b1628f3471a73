import type { AdmitReason } from "@foyer/contract/office/gate/admission.ts";
import type { Supervisor } from "./supervisor/supervisorCode.ts";
import type { GateState } from "./gateStore.ts";

/** The gate's state as the screens show it. */
export type GateView = {
  readonly state: GateState | undefined;
  readonly isOnline: boolean;
  /** By the corrected clock; null without a list. */
  readonly listAt: number | null;
  readonly waiting: number;
  /** Of those, the ones that the server could not read. */
  readonly unreadable: number;
  /** The server's clock minus the device's, in milliseconds. */
  readonly offset: number;
  readonly isClockWrong: boolean;
  /** Scans are lost if the page is closed before they are sent. */
  readonly cannotStore: boolean;
  /** Why the gate does not scan: the device was ended, nobody is signed in, or the permission is missing. */
  readonly stopped: "ended" | "signed_out" | "not_allowed" | undefined;
};

const firstView: GateView = {
  state: undefined,
  isOnline: false,
  listAt: null,
  waiting: 0,
  unreadable: 0,
  offset: 0,
  isClockWrong: false,
  cannotStore: false,
  stopped: undefined,
};

/** What is scanned at the gate. */
export type Scanned = {
  readonly code?: string;
  readonly ticket_id?: string;
  readonly card_id?: string;
  readonly direction: "in" | "out";
  readonly people?: number;
  readonly admit?: AdmitReason;
  /** The supervisor who approves it against the answer, with their code. */
  readonly allowed?: { readonly supervisor: Supervisor; readonly code: string };
};

/**
 * Why a scan has no answer: nobody here can admit against the answer, the supervisor's code is wrong, or it was wrong too
 * often.
 */
export type ScanRefusal = "not_allowed" | "wrong_code" | "code_waits";

/** What the screens show, and who has to hear of a change. */
export class ShownView {
  readonly #listeners = new Set<() => void>();
  view = firstView;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** A view that has all values already is not rendered again, so that answers do not wait for it. */
  change(change: Partial<GateView>): void {
    if (Object.entries(change).every(([name, value]) => this.view[name as keyof GateView] === value)) return;
    this.view = { ...this.view, ...change };
    for (const listener of this.#listeners) listener();
  }
}
