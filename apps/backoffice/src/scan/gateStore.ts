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

const openDatabase = (slug: string): Promise<GateDatabase> =>
  openDB<Schema>(`foyer-gate-${slug}`, 1, {
    upgrade: (db) => {
      db.createObjectStore("kept");
      db.createObjectStore("lists", { autoIncrement: true });
      db.createObjectStore("scans");
    },
  });

/** The device's own database, which survives closing the page and crashes. */
export class GateStore {
  #db: GateDatabase;
  readonly #open: () => Promise<GateDatabase>;
  #hasFailed = false;
  /** Scans that could not be stored yet. */
  readonly #unstored = new Map<string, KeptScan>();

  constructor(db: GateDatabase, open: () => Promise<GateDatabase>) {
    this.#db = db;
    this.#open = open;
  }
  static async open(slug: string): Promise<GateStore> {
    const open = () => openDatabase(slug);
    return new GateStore(await open(), open);
  }

  /** Whether the last change or any scan could not be stored. */
  get hasFailed(): boolean {
    return this.#hasFailed || this.#unstored.size > 0;
  }

  /** iOS closes the database of a page that was in the background: it is opened again then. Undefined if that does not help. */
  async #attempt<T>(work: (db: GateDatabase) => Promise<T>): Promise<{ readonly result: T } | undefined> {
    try {
      return { result: await work(this.#db) };
    } catch {
      try {
        this.#db = await this.#open();
        return { result: await work(this.#db) };
      } catch {
        return undefined;
      }
    }
  }
  /** Stores a change. If it cannot be stored, the gate goes on without, and says so. */
  async #change(change: (db: GateDatabase) => Promise<unknown>): Promise<boolean> {
    const isDone = (await this.#attempt(change)) !== undefined;
    this.#hasFailed = !isDone;
    return isDone;
  }

  kept = async (): Promise<Kept> => (await this.#db.get("kept", "kept")) ?? { offset: 0, listAt: null };
  keep = (kept: Kept): Promise<unknown> => this.#change((db) => db.put("kept", kept, "kept"));
  lists = (): Promise<ListReply[]> => this.#db.getAll("lists");
  replaceList = (list: ListReply): Promise<unknown> =>
    this.#change((db) => {
      const change = db.transaction("lists", "readwrite");
      return Promise.all([change.store.clear(), change.store.add(list), change.done]);
    });
  addDelta = (delta: ListReply): Promise<unknown> => this.#change((db) => db.add("lists", delta));
  scans = async (): Promise<KeptScan[]> => (await this.#attempt((db) => db.getAll("scans")))?.result ?? [];
  /** Stores a scan, and those before it that could not be stored. */
  keepScan = async (scan: KeptScan): Promise<void> => {
    this.#unstored.set(scan.scan.id, scan);
    const all = [...this.#unstored.values()];
    if (!(await this.#change((db) => Promise.all(all.map((one) => db.put("scans", one, one.scan.id)))))) return;
    for (const one of all) if (this.#unstored.get(one.scan.id) === one) this.#unstored.delete(one.scan.id);
  };
  forgetScans = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) this.#unstored.delete(id);
    await this.#change((db) => {
      const change = db.transaction("scans", "readwrite");
      return Promise.all([...ids.map((id) => change.store.delete(id)), change.done]);
    });
  };
  /** Deletes the list; waiting scans stay. */
  wipe = (): Promise<unknown> => this.#change((db) => Promise.all([db.clear("lists"), db.clear("kept")]));
}
