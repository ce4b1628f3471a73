import { clockToleranceMinutes, decideAfterMs, maxScans, type AdmitReason } from "@foyer/contract/office/admission.ts";
import { readGate, readGateList, recordScans, type GateAnswer, type ScanSent } from "@foyer/contract/office/gate.ts";
import type { StaffEndpoint, StaffReply, StaffSent } from "@foyer/contract/office/staffEndpoint.ts";
import { CallError, callOffice } from "../shared/call.ts";
import {
  GateList,
  judgeListed,
  judgeUnknown,
  ownAnswer,
  withOwnScans,
  type JudgedAt,
  type Listed,
} from "./gateList.ts";
import type { GateState, GateStore, KeptScan } from "./gateStore.ts";

const contactMs = 15_000;
/** After this many deltas the whole list is read again. */
const maxDeltas = 200;

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

/** What somebody at the gate scans. */
export type Scanned = {
  readonly code?: string;
  readonly ticket_id?: string;
  readonly card_id?: string;
  readonly direction: "in" | "out";
  readonly people?: number;
  readonly admit?: AdmitReason;
};

/** The server did not answer in time. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500);

const inTime = async <T>(work: Promise<T>, ms: number): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * The gate on this device. The server decides where it answers in time; otherwise the device decides by its list, and sends
 * what it decided as soon as it can.
 */
export class Gate {
  readonly #store: GateStore;
  readonly #slug: string;
  #list = new GateList();
  #deltas = 0;
  #listNow: string | undefined;
  #scans: KeptScan[] = [];
  #listeners = new Set<() => void>();
  #isSending = false;
  #view: GateView = {
    state: undefined,
    isOnline: false,
    listAt: null,
    waiting: 0,
    offset: 0,
    isClockWrong: false,
    stopped: undefined,
  };

  constructor(store: GateStore, slug: string) {
    this.#store = store;
    this.#slug = slug;
  }

  get view(): GateView {
    return this.#view;
  }
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  #show(change: Partial<GateView>): void {
    this.#view = { ...this.#view, ...change, waiting: this.#scans.filter(({ sentAt }) => sentAt === null).length };
    for (const listener of this.#listeners) listener();
  }
  now(): number {
    return Date.now() + this.#view.offset;
  }

  /** Reads what the device has kept, then keeps in contact until `stopping`. */
  async start(stopping: AbortSignal): Promise<void> {
    const { state, offset, listAt } = await this.#store.kept();
    for (const list of await this.#store.lists()) await this.#add(list);
    this.#scans = await this.#store.scans();
    this.#show({ state, offset, listAt });
    const contact = (): void => void this.contact();
    contact();
    const timer = setInterval(contact, contactMs);
    window.addEventListener("online", contact);
    stopping.addEventListener("abort", () => {
      clearInterval(timer);
      window.removeEventListener("online", contact);
    });
  }

  async #call<E extends StaffEndpoint>(endpoint: E, sent: StaffSent<E>): Promise<StaffReply<E>> {
    const before = Date.now();
    try {
      const reply = await callOffice(endpoint, sent, this.#slug);
      const { now } = reply as { readonly now: string };
      const offset = Date.parse(now) - (before + Date.now()) / 2;
      const isClockWrong = Math.abs(offset) > clockToleranceMinutes * 60_000;
      // A clock that is right to the second is left alone, so that times of scans do not jump.
      this.#show({ isOnline: true, isClockWrong, offset: Math.abs(offset) < 1000 ? 0 : Math.round(offset) });
      return reply;
    } catch (error) {
      if (isUnanswered(error)) this.#show({ isOnline: false });
      else if (error instanceof CallError) await this.#stopFor(error);
      throw error;
    }
  }

  /** The device is ended, or the role is gone: the list is wiped; scans that wait stay. */
  async #stopFor({ status, code }: CallError): Promise<void> {
    const stopped =
      code === "device_ended"
        ? "ended"
        : status === 401
          ? "signed_out"
          : status === 403 || status === 404
            ? "not_allowed"
            : undefined;
    if (!stopped) return;
    await this.#wipe();
    this.#show({ stopped, isOnline: true });
  }
  async #wipe(): Promise<void> {
    this.#list = new GateList();
    this.#listNow = undefined;
    await this.#store.wipe();
    this.#show({ state: undefined, listAt: null });
  }

  /** Sends what waits, then reads counters and list. */
  async contact(): Promise<void> {
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

  async #add(reply: StaffReply<typeof readGateList>): Promise<void> {
    await this.#list.add(reply);
    this.#listNow = reply.now;
  }

  async #readList(state: GateState): Promise<void> {
    const isDelta = this.#listNow !== undefined && this.#list.day === state.today && this.#deltas < maxDeltas;
    if (isDelta) {
      const delta = await this.#call(readGateList, { since: this.#listNow });
      await this.#add(delta);
      this.#deltas++;
      if (this.#list.count === delta.count) {
        if (delta.tickets !== "") await this.#store.addDelta(delta);
        return this.#listRead(delta.now);
      }
    }
    const whole = await this.#call(readGateList, {});
    this.#list = new GateList();
    await this.#add(whole);
    this.#deltas = 0;
    await this.#store.replaceList(whole);
    return this.#listRead(whole.now);
  }

  /** The list has what the server had before it was read, a minute of overlap left aside. */
  async #listRead(now: string): Promise<void> {
    const known = this.#scans.filter(({ sentAt }) => sentAt !== null && sentAt < Date.parse(now) - 1000);
    this.#scans = this.#scans.filter((kept) => !known.includes(kept));
    await this.#store.forgetScans(known.map(({ scan }) => scan.id));
    this.#show({ listAt: Date.parse(now) });
  }

  #listed(ticket: Listed): Listed {
    return withOwnScans(ticket, this.#scans, this.#view.state?.name ?? "this device");
  }
  find(id: string): Listed | undefined {
    const ticket = this.#list.find(id);
    return ticket && this.#listed(ticket);
  }
  named(text: string): readonly Listed[] {
    return this.#list.named(text).map((ticket) => this.#listed(ticket));
  }

  async #keep(scan: ScanSent, more: Pick<KeptScan, "subject" | "let_in" | "sentAt">): Promise<void> {
    const kept: KeptScan = { scan, at: Date.parse(scan.at) + scan.offset_ms, ...more };
    this.#scans = [...this.#scans.filter((other) => other.scan.id !== scan.id), kept];
    await this.#store.keepScan(kept);
    this.#show({});
  }

  /** Scans, and answers by the server, or by the list where the server does not answer in 800 ms. */
  async scan(scanned: Scanned): Promise<GateAnswer | "not_allowed"> {
    const sent: ScanSent = {
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      offset_ms: this.#view.offset,
      ...scanned,
    };
    const waiting = this.#view.waiting + 1;
    const asked = this.#call(recordScans, { scans: [sent], waiting }).catch((error: unknown) => {
      if (isUnanswered(error)) return undefined;
      throw error;
    });
    const reply = navigator.onLine ? await inTime(asked, decideAfterMs) : undefined;
    const [answer] = reply?.answers ?? [];
    if (answer) {
      const isIn = answer.counts === "entry" || answer.counts === "reentry";
      const subject = answer.subject?.id ?? null;
      await this.#keep(sent, { subject, let_in: isIn, sentAt: this.now() });
      return answer;
    }
    if (reply) return "not_allowed";
    this.#show({ isOnline: false });
    asked.catch(() => undefined);
    return this.#decide(sent);
  }

  async #decide(sent: ScanSent): Promise<GateAnswer> {
    const { state, listAt } = this.#view;
    if (!state) throw new CallError(0, {});
    const direction = sent.direction === "out" ? "out" : "in";
    const at: JudgedAt = { state, now: this.now(), listAt, direction };
    const found = await this.#found(sent);
    const isCount = sent.code === undefined && sent.ticket_id === undefined && sent.card_id === undefined;
    const [ticket, ...others] = found;
    if (ticket && others.length > 0) {
      const choose = { shown: "look", reason: "choose", may_admit: true } as const;
      return ownAnswer(sent.id, { judgement: choose, ticket: null, choices: found }, at);
    }
    const judgement = isCount
      ? ({ shown: "welcome", reason: null, may_admit: false } as const)
      : ticket
        ? judgeListed(ticket, at)
        : judgeUnknown(at);
    const mayAdmit = judgement.shown === "look" && judgement.may_admit;
    const let_in = direction === "in" && (judgement.shown === "welcome" || (sent.admit !== undefined && mayAdmit));
    const { code, ...withoutCode } = sent;
    const named = ticket ? (ticket.type.is_card ? { card_id: ticket.id } : { ticket_id: ticket.id }) : {};
    const scan: ScanSent = {
      // A code of the list is not kept; the server finds any other by it.
      ...(ticket ? { ...withoutCode, ...named } : { ...withoutCode, ...(code !== undefined && { code }) }),
      decided: { shown: judgement.shown, reason: judgement.reason, let_in },
    };
    await this.#keep(scan, { subject: ticket?.id ?? null, let_in, sentAt: null });
    const answer = ownAnswer(sent.id, { judgement, ticket: ticket ?? null, choices: [] }, at);
    return let_in ? { ...answer, counts: "entry" } : answer;
  }

  async #found({ code, ticket_id, card_id }: ScanSent): Promise<readonly Listed[]> {
    const id = ticket_id ?? card_id;
    if (id !== undefined) return [this.find(id)].filter((one) => one !== undefined);
    if (code === undefined) return [];
    const found = await this.#list.ofCode(code.replaceAll(/\s/g, "").toUpperCase());
    return found.map((ticket) => this.#listed(ticket));
  }

  /** Takes an entry back, at once on this device. */
  async undo(id: string): Promise<GateAnswer | "not_allowed"> {
    const undone = this.#scans.find(({ scan }) => scan.id === id);
    const scan: ScanSent = {
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      offset_ms: this.#view.offset,
      direction: "undo",
      undoes: id,
    };
    const reply = await inTime(
      this.#call(recordScans, { scans: [scan] }).catch((error: unknown) => {
        if (isUnanswered(error)) return undefined;
        throw error;
      }),
      decideAfterMs,
    );
    const [answer] = reply?.answers ?? [];
    const isTaken = answer ? answer.shown === "welcome" : reply === undefined;
    if (isTaken)
      await this.#keep(answer ? scan : { ...scan, decided: { shown: "welcome", reason: null, let_in: false } }, {
        subject: undone?.subject ?? null,
        let_in: false,
        sentAt: answer ? this.now() : null,
      });
    if (answer) return answer;
    if (reply) return "not_allowed";
    return {
      id: scan.id,
      shown: "welcome",
      reason: null,
      may_admit: false,
      counts: "undo",
      already: null,
      subject: null,
      choices: [],
    };
  }

  /** Sends scans that wait, oldest first, in batches. */
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
          // The server had let in before this device said No: nobody went in.
          if (answer && !kept.let_in && kept.scan.decided?.let_in === false && answer.counts === "entry")
            await this.#keep(this.#undoOf(kept), { subject: kept.subject, let_in: false, sentAt: null });
        }
        if (is_ended) {
          await this.#wipe();
          this.#show({ stopped: "ended" });
        }
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
  #undoOf({ scan }: KeptScan): ScanSent {
    return {
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      offset_ms: this.#view.offset,
      direction: "undo",
      undoes: scan.id,
      decided: { shown: "welcome", reason: null, let_in: false },
    };
  }
}
