import { decideAfterMs, maxScans } from "@foyer/contract/office/gate/admission.ts";
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
import {
  isEntry,
  isOwnReply,
  isPairingOver,
  isUnanswered,
  isUndoOver,
  keptUndo,
  refusalIn,
  refusedOf,
  stoppedBy,
  undoAnswer,
  wasRefusedHere,
} from "./gateAnswers.ts";
import type { Listed } from "./gateList.ts";
import type { GateState, GateStore } from "./gateStore.ts";
import { ShownView, type GateView, type Scanned, type ScanRefusal } from "./gateView.ts";
import { inTime, lostAfterMs } from "./inTime.ts";
import { CurrentList } from "./list/CurrentList.ts";
import { clockOffset, EarliestTime, isWrongBy } from "./own/clockOffset.ts";
import { OwnScans } from "./own/OwnScans.ts";
import { DeviceTries } from "./supervisor/supervisorCode.ts";
import { refusalOf, withSealedCode } from "./supervisor/withSealedCode.ts";

const contactMs = 15_000;

/**
 * The gate on this device. The server decides if it answers in time; otherwise the device decides by its list, and sends
 * its decisions as soon as possible.
 */
export class Gate {
  readonly #store: GateStore;
  readonly #slug: string;
  readonly #tries: DeviceTries;
  readonly #list: CurrentList;
  readonly #own: OwnScans;
  #sending: Promise<void> | undefined;
  #isReadingList = false;
  /** Whether the last call had no answer. Scans are then decided at once, because the server is likely unreachable. */
  #isCutOff = false;
  /** The device has stopped by its own clock, which may be wrong: the server is still asked. */
  #isOverByClock = false;
  readonly #earliest = new EarliestTime();
  readonly #shown = new ShownView();
  subscribe = this.#shown.subscribe;

  constructor(store: GateStore, slug: string) {
    this.#store = store;
    this.#slug = slug;
    this.#list = new CurrentList(store);
    this.#own = new OwnScans(store);
    this.#tries = new DeviceTries(slug);
  }

  get view(): GateView {
    return this.#shown.view;
  }
  #show(change: Partial<GateView>): void {
    const { countWaiting: waiting, countUnreadable: unreadable } = this.#own;
    this.#shown.change({ ...change, waiting, unreadable, cannotStore: this.#store.hasFailed });
  }
  now(): number {
    return Date.now() + this.view.offset;
  }

  /** Without a network, too, it is never earlier than the server last said. */
  #correctClock(): void {
    const offset = this.#earliest.offsetFrom(this.view.offset, Date.now());
    if (offset !== this.view.offset) this.#show({ offset, isClockWrong: isWrongBy(offset) });
  }

  /** Reads the device's stored state. */
  async open(): Promise<void> {
    const { state, offset, listAt } = await this.#store.kept();
    await this.#list.open();
    await this.#own.catchUp();
    this.#show({ state, offset, isClockWrong: isWrongBy(offset), listAt });
    if (listAt !== null) this.#earliest.note(listAt);
    this.#correctClock();
  }

  /** Opens the gate, then keeps in contact with the server until `stopping` is aborted. */
  async start(stopping: AbortSignal): Promise<void> {
    await this.open();
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
      if (reply === undefined || !isOwnReply(reply)) throw new CallError(0, {});
      this.#isCutOff = false;
      const { now } = reply as { readonly now: string };
      const offset = clockOffset(this.view.offset, { now, before, after: Date.now() });
      this.#earliest.note(Date.parse(now));
      this.#show({ isOnline: true, isClockWrong: isWrongBy(offset), offset });
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
    this.#isOverByClock = false;
    this.#show({ stopped, isOnline: true });
  }
  /** The device knows the end of its validity even without a network. */
  async #stopWhenOver(): Promise<void> {
    if (!isPairingOver(this.view.state, this.now())) return;
    this.#isOverByClock = true;
    await this.#end();
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
    this.#correctClock();
    await this.#stopWhenOver();
    try {
      await this.send();
      if (this.view.stopped === "ended" && !this.#isOverByClock) return;
      const state = await this.#call(readGate, {});
      this.#show({ state, stopped: undefined });
      await this.#readList(state);
      await this.#store.keep({ state, offset: this.view.offset, listAt: this.view.listAt });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  }

  /** Asks once more after the device was stopped: it may be another one now, or somebody has signed in. */
  tryAgain(): Promise<void> {
    this.#show({ stopped: undefined });
    return this.contact();
  }

  /** Reads the list, unless that is still going on since an earlier contact: on a slow network it takes longer than that. */
  async #readList({ today }: GateState): Promise<void> {
    if (this.#isReadingList) return;
    this.#isReadingList = true;
    try {
      const read = (since?: string) => this.#call(readGateList, since === undefined ? {} : { since });
      const now = Date.parse(await this.#list.update(today, read));
      await this.#own.forgetListed(now);
      this.#show({ listAt: now });
    } finally {
      this.#isReadingList = false;
    }
  }

  #listed(ticket: Listed): Listed {
    const { state } = this.view;
    return state ? this.#own.applied(ticket, state) : ticket;
  }
  named(text: string): readonly Listed[] {
    return this.#list.tickets.named(text).map((ticket) => this.#listed(ticket));
  }

  async #keep(...kept: Parameters<OwnScans["keep"]>): Promise<void> {
    await this.#own.keep(...kept);
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
    this.#correctClock();
    await this.#stopWhenOver();
    if (this.view.stopped === "ended") return "not_allowed";
    const plain = newScan(scanned, this.view);
    const { state } = this.view;
    const device = { state, tries: this.#tries, now: this.now() };
    const sent = allowed ? await withSealedCode(plain, allowed, device) : plain;
    if (typeof sent === "string") return sent;
    const reply = await this.#askInTime(sent, this.view.waiting + 1);
    const [answer] = reply?.answers ?? [];
    if (answer) {
      const subject = answer.subject?.id ?? null;
      await this.#keep(sent, { subject, let_in: isEntry(answer), sentAt: this.now(), counts: answer.counts });
      return answer;
    }
    const refusal = refusalIn(reply);
    if (refusal) return refusalOf(refusal, device);
    if (!reply) this.#show({ isOnline: false });
    const decided = await this.#decide(sent);
    // Checks in the background whether the server is reachable again, without delaying the answer.
    if (navigator.onLine) setTimeout(() => void (this.#sending ?? this.contact()), decideAfterMs);
    return decided;
  }

  async #decide(sent: ScanSent): Promise<GateAnswer> {
    const { state, listAt } = this.view;
    if (!state) throw new CallError(0, {});
    await this.#own.catchUp();
    const direction = sent.direction === "out" ? "out" : "in";
    const found = (await this.#list.tickets.of(sent)).map((ticket) => this.#listed(ticket));
    const unlisted = found.length === 0 ? sent.code : undefined;
    const isFormerCode = unlisted !== undefined && (await this.#list.tickets.hasReplaced(unlisted));
    const enteredAt = unlisted === undefined ? undefined : this.#own.entryOf(unlisted)?.at;
    const at = { state, now: this.now(), listAt, direction, isFormerCode, enteredAt } as const;
    const { answer, kept } = await decideOnDevice(sent, found, at);
    if (kept) await this.#keep(kept.scan, { ...kept, sentAt: null });
    return answer;
  }

  entryToUndo = (answer: GateAnswer): string | undefined => this.#own.entryToUndo(answer, this.now());
  /** The last check-in on this device, while it can undo it: also one from before a reload. */
  lastToUndo = (): readonly string[] | undefined => this.#own.lastToUndo(this.now());

  /** Undoes an entry. On this device it takes effect at once. The undo of a scan that waits is sent after it. */
  async undo(id: string): Promise<GateAnswer | "not_allowed"> {
    this.#correctClock();
    const undone = this.#own.find(id);
    const entry = this.#own.entry(id);
    const scan = newScan({ direction: "undo", undoes: id }, this.view);
    const reply = undone?.sentAt === null ? undefined : await this.#askInTime(scan);
    const [answer] = reply?.answers ?? [];
    if (refusalIn(reply)) return "not_allowed";
    const isTaken = answer ? answer.shown === "welcome" : !isUndoOver(entry, this.now());
    if (isTaken) {
      // An entry that the list contains is taken from there.
      const reverts = undone ? undefined : entry?.counts;
      await this.#keep(
        ...keptUndo(scan, { subject: entry?.subject ?? null, sentAt: answer ? this.now() : null, reverts }),
      );
    }
    return answer ?? undoAnswer(scan.id, isTaken);
  }

  /** Sends waiting scans in batches, oldest first. */
  send(): Promise<void> {
    return (this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined)));
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      await this.#own.catchUp();
      const { waiting } = this.#own;
      const batch = waiting.slice(0, maxScans);
      if (batch.length === 0) return;
      const { answers, errors, is_ended } = await this.#call(recordScans, {
        scans: batch.map(({ scan }) => scan),
        waiting: waiting.length,
      });
      for (const kept of batch) {
        const answer = answers.find(({ id }) => id === kept.scan.id);
        if (answer) await this.#keep(kept.scan, { ...kept, sentAt: this.now(), counts: answer.counts });
        if (answer && wasRefusedHere(kept, answer)) await this.#keep(...undoOf(kept, this.view));
      }
      const { refused, unreadable } = refusedOf(batch, errors);
      this.#own.setAside(unreadable);
      await this.#own.forget(refused);
      this.#show({});
      // Neither answered nor refused: the scans are sent again at the next contact.
      if (answers.length + errors.length === 0) return;
      if (is_ended) await this.#end();
    }
  }
}
