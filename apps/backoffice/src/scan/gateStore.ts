import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { CountedAs } from "@foyer/contract/office/gate/admission.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { readGate, readGateList, ScanSent } from "@foyer/contract/office/gate/gate.ts";

type Replied = StaffReply<typeof readGateList>;
/** A list stored by an older version has no former codes and no details. */
export type ListReply = Omit<Replied, "replaced" | "details"> & Partial<Pick<Replied, "replaced" | "details">>;
type State = StaffReply<typeof readGate>;
type GateEvent = State["events"][number];
/** A state stored by an older version has no time zones of events. */
export type GateState = Omit<State, "events"> & {
  readonly events: readonly (Omit<GateEvent, "timezone"> & Partial<Pick<GateEvent, "timezone">>)[];
};

/** A scan on this device: it waits until the server has it, and is then stored until the list contains it. */
export type KeptScan = {
  readonly scan: ScanSent;
  /** The scanned ticket or card; null for an unknown code and for people without codes. */
  readonly subject: string | null;
  readonly let_in: boolean;
  /** By the corrected clock. */
  readonly at: number;
  /** When the server got it; null while it waits. */
  readonly sentAt: number | null;
  /** For an undo: what the undone entry counts as, if the list contains that entry. */
  readonly reverts?: CountedAs | undefined;
  /** What it counts as by the server. */
  readonly counts?: CountedAs | undefined;
  /** The list contains it. It is stored only so that this device can undo it, also after a reload. */
  readonly isListed?: true | undefined;
};

/**
 * What is stored besides the lists: the gate's state, the clock's offset, and when the list was last known to be current.
 */
export type Kept = {
  readonly state?: GateState;
  readonly offset: number;
  /** By the corrected clock; null without a list. */
  readonly listAt: number | null;
};

type Schema = DBSchema & {
  kept: { key: "kept"; value: Kept };
  /** The whole list first, followed by the deltas. */
  lists: { key: number; value: ListReply };
  scans: { key: string; value: KeptScan };
};

export type GateDatabase = IDBPDatabase<Schema>;

/** Some browsers throw at once where they refuse a database, which is a rejection, too. */
const openDatabase = async (slug: string): Promise<GateDatabase> =>
  openDB<Schema>(`foyer-gate-${slug}`, 1, {
    upgrade: (db) => {
      db.createObjectStore("kept");
      db.createObjectStore("lists", { autoIncrement: true });
      db.createObjectStore("scans");
    },
  });

/** What is stored apart: the gate's state, the list, and the scans. */
type Part = "kept" | "list" | "scans";

/**
 * The device's own database, which survives closing the page and crashes. Without one, as where the browser refuses it, the
 * gate goes on and says so.
 */
export class GateStore {
  #db: GateDatabase | undefined;
  readonly #open: () => Promise<GateDatabase>;
  /** Parts whose last change could not be stored. */
  readonly #failed = new Set<Part>();
  /** Scans that could not be stored yet. */
  readonly #unstored = new Map<string, KeptScan>();

  constructor(db: GateDatabase | undefined, open: () => Promise<GateDatabase>) {
    this.#db = db;
    this.#open = open;
  }
  static async open(slug: string, open = () => openDatabase(slug)): Promise<GateStore> {
    return new GateStore(await open().catch(() => undefined), open);
  }

  /** Whether there is no database, or something could not be stored. */
  get hasFailed(): boolean {
    return this.#db === undefined || this.#failed.size > 0 || this.#unstored.size > 0;
  }

  /** iOS closes the database of a page that was in the background: it is opened again then. Undefined if that does not help. */
  async #attempt<T>(work: (db: GateDatabase) => Promise<T>): Promise<{ readonly result: T } | undefined> {
    try {
      if (this.#db) return { result: await work(this.#db) };
    } catch {
      // It is opened again.
    }
    try {
      this.#db = await this.#open();
      return { result: await work(this.#db) };
    } catch {
      return undefined;
    }
  }
  /** Stores a change. If it cannot be stored, the gate goes on without, and says so. */
  async #change(part: Part, change: (db: GateDatabase) => Promise<unknown>): Promise<boolean> {
    const isDone = (await this.#attempt(change)) !== undefined;
    if (isDone) this.#failed.delete(part);
    else this.#failed.add(part);
    return isDone;
  }

  kept = async (): Promise<Kept> =>
    (await this.#attempt((db) => db.get("kept", "kept")))?.result ?? { offset: 0, listAt: null };
  /** While the list cannot be stored, the one that is must not pass for a current one. */
  keep = (kept: Kept): Promise<unknown> => {
    const listAt = this.#failed.has("list") ? null : kept.listAt;
    return this.#change("kept", (db) => db.put("kept", { ...kept, listAt }, "kept"));
  };
  lists = async (): Promise<ListReply[]> => (await this.#attempt((db) => db.getAll("lists")))?.result ?? [];
  /**
   * Whether the list is stored: somebody may have deleted what the browser stores. One that cannot be stored is not read
   * again for that.
   */
  hasList = async (): Promise<boolean> =>
    this.#failed.has("list") || ((await this.#attempt((db) => db.count("lists")))?.result ?? 1) > 0;
  replaceList = (list: ListReply): Promise<unknown> =>
    this.#change("list", (db) => {
      const change = db.transaction("lists", "readwrite");
      return Promise.all([change.store.clear(), change.store.add(list), change.done]);
    });
  /** A delta without those before it does not make a list whole. */
  addDelta = async (delta: ListReply): Promise<void> => {
    const isStored = (await this.#attempt((db) => db.add("lists", delta))) !== undefined;
    if (!isStored) this.#failed.add("list");
  };
  /** Undefined if they cannot be read. */
  scans = async (): Promise<KeptScan[] | undefined> => (await this.#attempt((db) => db.getAll("scans")))?.result;
  /** Stores scans, and those before them that could not be stored. */
  keepScan = async (...scans: readonly KeptScan[]): Promise<void> => {
    for (const one of scans) this.#unstored.set(one.scan.id, one);
    const all = [...this.#unstored.values()];
    if (!(await this.#change("scans", (db) => Promise.all(all.map((one) => db.put("scans", one, one.scan.id))))))
      return;
    for (const one of all) if (this.#unstored.get(one.scan.id) === one) this.#unstored.delete(one.scan.id);
  };
  forgetScans = async (ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return;
    for (const id of ids) this.#unstored.delete(id);
    await this.#change("scans", (db) => {
      const change = db.transaction("scans", "readwrite");
      return Promise.all([...ids.map((id) => change.store.delete(id)), change.done]);
    });
  };
  /** Deletes the list; waiting scans stay. */
  wipe = async (): Promise<void> => {
    if (await this.#change("kept", (db) => Promise.all([db.clear("lists"), db.clear("kept")])))
      this.#failed.delete("list");
  };
}
