import type { GateAnswer, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { isEntry, isUndoOver } from "../gateAnswers.ts";
import type { Listed } from "../gateList.ts";
import type { GateState, GateStore, KeptScan } from "../gateStore.ts";
import { plainCode } from "../list/codes.ts";
import { withOwnScans } from "./withOwnScans.ts";

/** A check-in on this page: when, of what, and what it counts as by the server, if that has answered. */
type OwnEntry = Pick<KeptScan, "subject" | "at"> & { readonly counts?: GateAnswer["counts"] };

const isUndo = ({ scan }: KeptScan): boolean => scan.direction === "undo";

/**
 * The scans of this device: those that wait for the server, and those that its list does not contain yet. Another tab may
 * scan on the same device, so what it has stored is read before a decision and before sending.
 */
export class OwnScans {
  readonly #store: Pick<GateStore, "scans" | "keepScan" | "forgetScans">;
  #scans: KeptScan[] = [];
  readonly #entries = new Map<string, OwnEntry>();

  constructor(store: Pick<GateStore, "scans" | "keepScan" | "forgetScans">) {
    this.#store = store;
  }

  /** Adds what is stored on the device. */
  async catchUp(): Promise<void> {
    const known = new Map(this.#scans.map((kept) => [kept.scan.id, kept]));
    for (const stored of await this.#store.scans()) {
      const own = known.get(stored.scan.id);
      if (!own || (own.sentAt === null && stored.sentAt !== null)) known.set(stored.scan.id, stored);
    }
    this.#scans = [...known.values()];
  }

  get countWaiting(): number {
    return this.#scans.filter(({ sentAt }) => sentAt === null).length;
  }

  /** Oldest first. An undo follows the scan that it names, even if the clock was put back between them. */
  get waiting(): readonly KeptScan[] {
    const timeOf = (kept: KeptScan): number => Math.max(kept.at, this.find(kept.scan.undoes)?.at ?? 0);
    return this.#scans
      .filter(({ sentAt }) => sentAt === null)
      .toSorted((one, other) => timeOf(one) - timeOf(other) || Number(isUndo(one)) - Number(isUndo(other)));
  }

  find(id: string | undefined): KeptScan | undefined {
    return this.#scans.find(({ scan }) => scan.id === id);
  }

  /** A check-in of this page, also if the list contains it meanwhile. */
  entry(id: string): OwnEntry | undefined {
    return this.#entries.get(id) ?? this.find(id);
  }

  /** The last check-in on this page, of what an answer says is already in, if it can still be undone here. */
  entryToUndo({ reason, subject }: Pick<GateAnswer, "reason" | "subject">, now: number): string | undefined {
    if (!subject || (reason !== "already_in" && reason !== "visited_today")) return undefined;
    const undone = new Set(this.#scans.map(({ scan }) => scan.undoes));
    const waiting = this.#scans.map((kept) => [kept.scan.id, kept] as const).filter(([, { let_in }]) => let_in);
    const [last] = [...this.#entries, ...waiting]
      .filter(([id, entry]) => entry.subject === subject.id && !isUndoOver(entry, now) && !undone.has(id))
      .toSorted(([, one], [, other]) => other.at - one.at);
    return last?.[0];
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

  async keep(
    scan: ScanSent,
    { counts, ...more }: Omit<KeptScan, "scan" | "at"> & { readonly counts?: GateAnswer["counts"] },
  ): Promise<void> {
    // Once the server has the scan, its code is no longer stored on the device.
    const { code: _code, supervisor: _supervisor, ...known } = scan;
    const at = Date.parse(scan.at) + scan.offset_ms;
    const kept = { ...more, scan: more.sentAt === null ? scan : known, at };
    this.#scans = [...this.#scans.filter((other) => other.scan.id !== scan.id), kept];
    if (counts !== undefined && isEntry({ counts })) this.#entries.set(scan.id, { subject: more.subject, at, counts });
    if (scan.undoes !== undefined) this.#entries.delete(scan.undoes);
    await this.#store.keepScan(kept);
  }

  async forget(ids: readonly string[]): Promise<void> {
    this.#scans = this.#scans.filter(({ scan }) => !ids.includes(scan.id));
    await this.#store.forgetScans(ids);
  }

  /** Forgets the scans that the list contains, which was read at `now` by the server's clock. */
  async forgetListed(now: number): Promise<void> {
    const listed = this.#scans.filter(({ sentAt }) => sentAt !== null && sentAt < now - 1000);
    await this.forget(listed.map(({ scan }) => scan.id));
  }
}
