import { GateList } from "../gateList.ts";
import type { GateStore, ListReply } from "../gateStore.ts";

/** The number of deltas after which the whole list is read again. */
const maxDeltas = 200;

/** The list that a device decides by: stored on it, and kept current by deltas. */
export class CurrentList {
  readonly #store: Pick<GateStore, "lists" | "hasList" | "replaceList" | "addDelta">;
  #list = new GateList();
  #now: string | undefined;
  #deltas = 0;

  constructor(store: Pick<GateStore, "lists" | "hasList" | "replaceList" | "addDelta">) {
    this.#store = store;
  }
  get tickets(): GateList {
    return this.#list;
  }

  /** Reads what is stored on the device. */
  async open(): Promise<void> {
    for (const list of await this.#store.lists()) await this.#add(list);
  }
  forget(): void {
    this.#list = new GateList();
    this.#now = undefined;
  }

  /** Reads what changed since, or the whole list. Returns the time of the server at which the list is current. */
  async update(today: string, read: (since?: string) => Promise<ListReply>): Promise<string> {
    const isRecent = this.#list.day === today && this.#deltas < maxDeltas && (await this.#store.hasList());
    const delta = isRecent && this.#now !== undefined ? await read(this.#now) : undefined;
    if (delta && (await this.#fits(delta))) return delta.now;
    const whole = await read();
    const list = new GateList();
    await list.add(whole);
    this.#list = list;
    this.#now = whole.now;
    this.#deltas = 0;
    await this.#store.replaceList(whole);
    return whole.now;
  }

  /**
   * Adds a delta, unless the list is of another device or sign-in, whose key the codes of this one cannot be compared with.
   * Whether the list has all tickets with it.
   */
  async #fits(delta: ListReply): Promise<boolean> {
    if (delta.key !== this.#list.key) return false;
    await this.#add(delta);
    this.#deltas++;
    if (this.#list.count !== delta.count) return false;
    if (delta.tickets !== "") await this.#store.addDelta(delta);
    return true;
  }

  async #add(reply: ListReply): Promise<void> {
    await this.#list.add(reply);
    this.#now = reply.now;
  }
}
