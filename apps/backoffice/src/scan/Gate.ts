import { clockToleranceMinutes, decideAfterMs, maxScans } from "@foyer/contract/office/gate/admission.ts";
import {
  readGate,
  readGateList,
  recordScans,
  type GateAnswer,
  type ScanSent,
} from "@foyer/contract/office/gate/gate.ts";
import type { StaffEndpoint, StaffReply, StaffSent } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { CallError, callOffice } from "../shared/call.ts";
import { decideOnDevice, newScan, undoOf } from "./decideOnDevice.ts";
import { isPairingOver, isUnanswered, keptUndo, stoppedBy, undoneAnswer, wasRefusedHere } from "./gateAnswers.ts";
import { withOwnScans, type Listed } from "./gateList.ts";
import type { GateState, GateStore, KeptScan } from "./gateStore.ts";
import { firstView, isShown, type GateView, type Scanned, type ScanRefusal } from "./gateView.ts";
import { inTime } from "./inTime.ts";
import { CurrentList } from "./list/CurrentList.ts";
import { DeviceTries } from "./supervisor/supervisorCode.ts";
import { refusalOf, withSealedCode } from "./supervisor/withSealedCode.ts";

const contactMs = 15_000;
/** Milliseconds after which a call counts as lost: a phone that changes networks may never hear of it. The list is large. */
const lostAfterMs = { list: 120_000, other: 30_000 } as const;

const isWrongBy = (offset: number): boolean => Math.abs(offset) > clockToleranceMinutes * 60_000;

/**
 * The gate on this device. The server decides if it answers in time; otherwise the device decides by its list, and sends
 * its decisions as soon as possible.
 */
export class Gate {
  readonly #store: GateStore;
  readonly #slug: string;
  readonly #tries: DeviceTries;
  readonly #list: CurrentList;
  #scans: KeptScan[] = [];
  #listeners = new Set<() => void>();
  #isSending = false;
  /** Whether the last call had no answer. Scans are then decided at once, because the server is likely unreachable. */
  #isCutOff = false;
  #view: GateView = firstView;

  constructor(store: GateStore, slug: string) {
    this.#store = store;
    this.#slug = slug;
    this.#list = new CurrentList(store);
    this.#tries = new DeviceTries(slug);
  }

  get view(): GateView {
    return this.#view;
  }
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #show(change: Partial<GateView>): void {
    const waiting = this.#scans.filter(({ sentAt }) => sentAt === null).length;
    const now = { ...change, waiting, cannotStore: this.#store.hasFailed };
    if (isShown(this.#view, now)) return;
    this.#view = { ...this.#view, ...now };
    for (const listener of this.#listeners) listener();
  }
  now(): number {
    return Date.now() + this.#view.offset;
  }

  /** Reads the device's stored state, then keeps in contact with the server until `stopping` is aborted. */
  async start(stopping: AbortSignal): Promise<void> {
    const { state, offset, listAt } = await this.#store.kept();
    await this.#list.open();
    this.#scans = await this.#store.scans();
    this.#show({ state, offset, isClockWrong: isWrongBy(offset), listAt });
    await this.#stopWhenOver();
    const contact = (): void => void this.contact();
    contact();
    const timer = setInterval(contact, contactMs);
    window.addEventListener("online", () => ((this.#isCutOff = false), contact()), { signal: stopping });
    stopping.addEventListener("abort", () => clearInterval(timer));
  }

  async #call<E extends StaffEndpoint>(endpoint: E, sent: StaffSent<E>): Promise<StaffReply<E>> {
    const before = Date.now();
    try {
      const limit = endpoint.name === readGateList.name ? lostAfterMs.list : lostAfterMs.other;
      const reply = await inTime(callOffice(endpoint, sent, this.#slug), limit);
      if (reply === undefined) throw new CallError(0, {});
      this.#isCutOff = false;
      const { now } = reply as { readonly now: string };
      const offset = Date.parse(now) - (before + Date.now()) / 2;
      // A clock that is off by less than a second is not corrected, so that the times of scans do not jump.
      this.#show({
        isOnline: true,
        isClockWrong: isWrongBy(offset),
        offset: Math.abs(offset) < 1000 ? 0 : Math.round(offset),
      });
      return reply;
    } catch (error) {
      this.#isCutOff = isUnanswered(error);
      if (this.#isCutOff) this.#show({ isOnline: false });
      else if (error instanceof CallError) await this.#stopFor(error);
      throw error;
    }
  }

  /** The device was ended, or the role is gone: the list is deleted, and waiting scans stay. */
  async #stopFor(error: CallError): Promise<void> {
    const stopped = stoppedBy(error);
    if (!stopped) return;
    await this.#wipe();
    this.#show({ stopped, isOnline: true });
  }
  /** The device knows the end of its validity even without a network. */
  async #stopWhenOver(): Promise<void> {
    if (isPairingOver(this.#view.state, this.now())) await this.#end();
  }
  async #end(): Promise<void> {
    await this.#wipe();
    this.#show({ stopped: "ended" });
  }
  async #wipe(): Promise<void> {
    this.#list.forget();
    await this.#store.wipe();
    this.#show({ state: undefined, listAt: null });
  }

  /** Sends waiting scans, then reads the counters and the list. */
  async contact(): Promise<void> {
    await this.#stopWhenOver();
    try {
      await this.send();
      if (this.#view.stopped === "ended") return;
      const state = await this.#call(readGate, {});
      this.#show({ state, stopped: undefined });
      await this.#readList(state);
      await this.#store.keep({ state, offset: this.#view.offset, listAt: this.#view.listAt });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  }

  /** The list contains scans that the server got before it was read. */
  async #readList({ today }: GateState): Promise<void> {
    const now = await this.#list.update(today, (since) =>
      this.#call(readGateList, since === undefined ? {} : { since }),
    );
    const known = this.#scans.filter(({ sentAt }) => sentAt !== null && sentAt < Date.parse(now) - 1000);
    this.#scans = this.#scans.filter((kept) => !known.includes(kept));
    await this.#store.forgetScans(known.map(({ scan }) => scan.id));
    this.#show({ listAt: Date.parse(now) });
  }

  #listed(ticket: Listed): Listed {
    const { state } = this.#view;
    return state ? withOwnScans(ticket, this.#scans, state) : ticket;
  }
  find(id: string): Listed | undefined {
    const ticket = this.#list.tickets.find(id);
    return ticket && this.#listed(ticket);
  }
  named(text: string): readonly Listed[] {
    return this.#list.tickets.named(text).map((ticket) => this.#listed(ticket));
  }

  async #keep(scan: ScanSent, more: Pick<KeptScan, "subject" | "let_in" | "sentAt">): Promise<void> {
    // Once the server has the scan, its code is no longer stored on the device.
    const { code: _code, supervisor: _supervisor, ...known } = scan;
    const kept = { scan: more.sentAt === null ? scan : known, at: Date.parse(scan.at) + scan.offset_ms, ...more };
    this.#scans = [...this.#scans.filter((other) => other.scan.id !== scan.id), kept];
    await this.#store.keepScan(kept);
    this.#show({});
  }

  /** Undefined if the server does not answer. */
  async #ask(scan: ScanSent, waiting?: number): Promise<StaffReply<typeof recordScans> | undefined> {
    try {
      const reply = await this.#call(recordScans, { scans: [scan], ...(waiting !== undefined && { waiting }) });
      if (reply.is_ended) await this.#end();
      return reply;
    } catch (error) {
      if (isUnanswered(error)) return undefined;
      throw error;
    }
  }

  /**
   * The server's reply to a scan, or undefined if there is none within 800 ms. Without a network the server is not asked:
   * the scan is stored, and sent with the others that wait.
   */
  async #askInTime(scan: ScanSent, waiting?: number): Promise<StaffReply<typeof recordScans> | undefined> {
    if (!navigator.onLine || this.#isCutOff) return undefined;
    const reply = await inTime(this.#ask(scan, waiting), decideAfterMs);
    this.#isCutOff ||= reply === undefined;
    return reply;
  }

  /** Records a scan, and returns the answer of the server or, if it does not answer in time, of the list. */
  async scan({ allowed, ...scanned }: Scanned): Promise<GateAnswer | ScanRefusal> {
    await this.#stopWhenOver();
    if (this.#view.stopped === "ended") return "not_allowed";
    const plain = newScan(scanned, this.#view);
    const { state } = this.#view;
    const device = { state, tries: this.#tries, now: this.now() };
    const sent = allowed ? await withSealedCode(plain, allowed, device) : plain;
    if (typeof sent === "string") return sent;
    const reply = await this.#askInTime(sent, this.#view.waiting + 1);
    const [answer] = reply?.answers ?? [];
    if (answer) {
      const isIn = answer.counts === "entry" || answer.counts === "reentry";
      const subject = answer.subject?.id ?? null;
      await this.#keep(sent, { subject, let_in: isIn, sentAt: this.now() });
      return answer;
    }
    if (reply) return refusalOf(reply.errors[0], device);
    this.#show({ isOnline: false });
    const decided = await this.#decide(sent);
    // Checks in the background whether the server is reachable again, without delaying the answer.
    if (navigator.onLine) setTimeout(() => void (this.#isSending || this.contact()), decideAfterMs);
    return decided;
  }

  async #decide(sent: ScanSent): Promise<GateAnswer> {
    const { state, listAt } = this.#view;
    if (!state) throw new CallError(0, {});
    const direction = sent.direction === "out" ? "out" : "in";
    const found = await this.#found(sent);
    const isFormerCode =
      found.length === 0 && sent.code !== undefined && (await this.#list.tickets.hasReplaced(sent.code));
    const at = { state, now: this.now(), listAt, direction, isFormerCode } as const;
    const { answer, kept } = await decideOnDevice(sent, found, at);
    if (kept) await this.#keep(kept.scan, { ...kept, sentAt: null });
    return answer;
  }

  async #found({ code, ticket_id, card_id }: ScanSent): Promise<readonly Listed[]> {
    const id = ticket_id ?? card_id;
    if (id !== undefined) return [this.find(id)].filter((one) => one !== undefined);
    if (code === undefined) return [];
    const found = await this.#list.tickets.ofCode(code);
    return found.map((ticket) => this.#listed(ticket));
  }

  /** Undoes an entry. On this device it takes effect at once. The undo of a scan that waits is sent after it. */
  async undo(id: string): Promise<GateAnswer | "not_allowed"> {
    const undone = this.#scans.find(({ scan }) => scan.id === id);
    const scan = newScan({ direction: "undo", undoes: id }, this.#view);
    const reply = undone?.sentAt === null ? undefined : await this.#askInTime(scan);
    const [answer] = reply?.answers ?? [];
    const isTaken = answer ? answer.shown === "welcome" : reply === undefined;
    if (isTaken) await this.#keep(...keptUndo(scan, undone?.subject ?? null, answer ? this.now() : null));
    if (answer) return answer;
    if (reply) return "not_allowed";
    return undoneAnswer(scan.id);
  }

  /** Sends waiting scans in batches, oldest first. */
  async send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (;;) {
        const waiting = this.#scans.filter(({ sentAt }) => sentAt === null).toSorted((one, other) => one.at - other.at);
        const batch = waiting.slice(0, maxScans);
        if (batch.length === 0) return;
        const { answers, errors, is_ended } = await this.#call(recordScans, {
          scans: batch.map(({ scan }) => scan),
          waiting: waiting.length,
        });
        for (const kept of batch) {
          const answer = answers.find(({ id }) => id === kept.scan.id);
          const isRefused = errors.some(({ id }) => id === kept.scan.id);
          if (answer) await this.#keep(kept.scan, { ...kept, sentAt: this.now() });
          if (isRefused) await this.#forget(kept);
          if (answer && wasRefusedHere(kept, answer)) await this.#keep(...undoOf(kept, this.#view));
        }
        // Neither answered nor refused: the scans are sent again at the next contact.
        if (answers.length + errors.length === 0) return;
        if (is_ended) await this.#end();
      }
    } finally {
      this.#isSending = false;
    }
  }

  async #forget(kept: KeptScan): Promise<void> {
    this.#scans = this.#scans.filter((other) => other.scan.id !== kept.scan.id);
    await this.#store.forgetScans([kept.scan.id]);
    this.#show({});
  }
}
