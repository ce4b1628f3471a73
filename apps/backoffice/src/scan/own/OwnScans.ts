import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { isEntry, isUndoOver } from "../gateAnswers.ts";
import type { Listed } from "../gateList.ts";
import type { GateState, GateStore, KeptScan } from "../gateStore.ts";
import { plainCode } from "../list/codes.ts";
import { withOwnScans } from "./withOwnScans.ts";

/** A check-in on this device: when, of what, and what it counts as by the server, if that has answered. */
type OwnEntry = Pick<KeptScan, "subject" | "at" | "counts">;

const isUndo = ({ scan }: KeptScan): boolean => scan.direction === "undo";

/**
 * The scans of this device: those that wait for the server, and those that its list does not contain yet. Another tab may
 * scan on the same device, so what it has stored is read before a decision and before sending.
 */
export class OwnScans {
  readonly #store: Pick<GateStore, "scans" | "keepScan" | "forgetScans">;
  #scans: KeptScan[] = [];
  readonly #entries = new Map<string, OwnEntry>();
  readonly #unreadable = new Set<string>();

  constructor(store: Pick<GateStore, "scans" | "keepScan" | "forgetScans">) {
    this.#store = store;
  }

  /**
   * Adds what is stored on the device. Scans that wait are stored again if they are not, as after the browser has deleted
   * what it stores.
   */
  async catchUp(): Promise<void> {
    const stored = await this.#store.scans();
    if (!stored) return;
    const known = new Map(this.#scans.map((kept) => [kept.scan.id, kept]));
    for (const { isListed, ...kept } of stored) {
      const own = known.get(kept.scan.id);
      // One that the list of this device has is not applied to it again.
      if (own ? own.sentAt === null && kept.sentAt !== null : !isListed) known.set(kept.scan.id, kept);
    }
    this.#scans = [...known.values()];
    const undone = this.#undone;
    for (const kept of stored) if (!undone.has(kept.scan.id)) this.#rememberEntry(kept);
    const ids = new Set(stored.map(({ scan }) => scan.id));
    const missing = this.#scans.filter(({ scan, sentAt }) => sentAt === null && !ids.has(scan.id));
    if (missing.length > 0) await this.#store.keepScan(...missing);
  }

  #rememberEntry({ scan, subject, at, counts }: KeptScan): void {
    if (counts !== undefined && isEntry({ counts })) this.#entries.set(scan.id, { subject, at, counts });
  }
  get #undone(): ReadonlySet<string | undefined> {
    return new Set(this.#scans.map(({ scan }) => scan.undoes));
  }

  get countWaiting(): number {
    return this.#scans.filter(({ sentAt }) => sentAt === null).length;
  }

  /** The number of those that the server could not read. */
  get countUnreadable(): number {
    return this.#scans.filter(({ scan, sentAt }) => sentAt === null && this.#unreadable.has(scan.id)).length;
  }
  /** An undo waits for the scan that it names. */
  #isAside({ id, undoes }: ScanSent): boolean {
    return this.#unreadable.has(id) || (undoes !== undefined && this.#unreadable.has(undoes));
  }
  /** They stay on the device, and are sent again by the next release of the page; the others need not wait for them. */
  setAside(ids: readonly string[]): void {
    for (const id of ids) this.#unreadable.add(id);
  }

  /** Oldest first. An undo follows the scan that it names, even if the clock was put back between them. */
  get waiting(): readonly KeptScan[] {
    const timeOf = (kept: KeptScan): number => Math.max(kept.at, this.find(kept.scan.undoes)?.at ?? 0);
    return this.#scans
      .filter(({ scan, sentAt }) => sentAt === null && !this.#isAside(scan))
      .toSorted((one, other) => timeOf(one) - timeOf(other) || Number(isUndo(one)) - Number(isUndo(other)));
  }

  find(id: string | undefined): KeptScan | undefined {
    return this.#scans.find(({ scan }) => scan.id === id);
  }

  /** A check-in of this device, also if the list contains it meanwhile. */
  entry(id: string): OwnEntry | undefined {
    return this.#entries.get(id) ?? this.find(id);
  }

  /** Check-ins on this device that it can still undo, newest first. */
  #toUndo(now: number): readonly (readonly [string, OwnEntry])[] {
    const undone = this.#undone;
    const waiting = this.#scans.map((kept) => [kept.scan.id, kept] as const).filter(([, { let_in }]) => let_in);
    return [...this.#entries, ...waiting]
      .filter(([id, entry]) => !isUndoOver(entry, now) && !undone.has(id))
      .toSorted(([, one], [, other]) => other.at - one.at);
  }

  /** The last check-in on this device, of what an answer says is already in, if it can still be undone here. */
  entryToUndo({ reason, subject }: Pick<GateAnswer, "reason" | "subject">, now: number): string | undefined {
    if (!subject || (reason !== "already_in" && reason !== "visited_today")) return undefined;
    return this.#toUndo(now).find(([, entry]) => entry.subject === subject.id)?.[0];
  }
  /** The last check-in on this device, if it can still be undone here. */
  lastToUndo(now: number): readonly string[] | undefined {
    const [last] = this.#toUndo(now);
    return last && [last[0]];
  }

  /** The last entry on this device with a code that its list does not have, unless it was undone or they left again. */
  entryOf(code: string): KeptScan | undefined {
    const undone = new Set(this.#scans.map(({ scan }) => scan.undoes));
    const last = this.#scans
      .filter(({ scan, subject }) => subject === null && scan.code !== undefined && !undone.has(scan.id))
      .filter(
        ({ scan, let_in }) => (let_in || scan.direction === "out") && plainCode(scan.code ?? "") === plainCode(code),
      )
      .toSorted((one, other) => one.at - other.at)
      .at(-1);
    return last?.let_in === true ? last : undefined;
  }

  /** The ticket with this device's scans. */
  applied(ticket: Listed, state: GateState): Listed {
    return withOwnScans(ticket, this.#scans, state);
  }

  async keep(scan: ScanSent, more: Omit<KeptScan, "scan" | "at">): Promise<void> {
    // Once the server has the scan, its code is no longer stored on the device.
    const { code: _code, supervisor: _supervisor, ...known } = scan;
    const at = Date.parse(scan.at) + scan.offset_ms;
    const kept = { ...more, scan: more.sentAt === null ? scan : known, at };
    this.#scans = [...this.#scans.filter((other) => other.scan.id !== scan.id), kept];
    this.#rememberEntry(kept);
    await this.#store.keepScan(kept);
    if (scan.undoes === undefined) return;
    this.#entries.delete(scan.undoes);
    if (!this.find(scan.undoes)) await this.#store.forgetScans([scan.undoes]);
  }

  async forget(ids: readonly string[]): Promise<void> {
    this.#scans = this.#scans.filter(({ scan }) => !ids.includes(scan.id));
    await this.#store.forgetScans(ids);
  }

  /**
   * Forgets the scans that the list contains, which was read at `now` by the server's clock. Check-ins stay stored for as
   * long as this device can undo them.
   */
  async forgetListed(now: number): Promise<void> {
    const listed = this.#scans.filter(({ sentAt }) => sentAt !== null && sentAt < now - 1000);
    const undone = this.#undone;
    const stays = listed.filter(
      (kept) => this.#entries.has(kept.scan.id) && !undone.has(kept.scan.id) && !isUndoOver(kept, now),
    );
    const ended = [...this.#entries].flatMap(([id, entry]) => (isUndoOver(entry, now) ? [id] : []));
    for (const id of ended) this.#entries.delete(id);
    const staying = new Set(stays.map(({ scan }) => scan.id));
    const over = ended.filter((id) => !this.find(id));
    await this.forget([...listed.map(({ scan }) => scan.id).filter((id) => !staying.has(id)), ...over]);
    this.#scans = this.#scans.filter(({ scan }) => !staying.has(scan.id));
    if (stays.length > 0) await this.#store.keepScan(...stays.map((kept) => ({ ...kept, isListed: true as const })));
  }
}
