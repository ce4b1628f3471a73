/**
 * A ticket or member's card in a device's list: about 45 bytes. It holds no scan code, e-mail or phone number; `mac` is the
 * start of the HMAC of its code.
 */
export type ListedTicket = {
  /** 10 bytes in hexadecimal. */
  readonly mac: string;
  /** The id of the ticket or the membership. */
  readonly id: string;
  /** Index of its session; null for a pass or a member's card. */
  readonly session: number | null;
  readonly type: number;
  readonly state: "booked" | "redeemed" | "cancelled";
  readonly isReplaced: boolean;
  readonly isInside: boolean;
  /** Visits so far, at most 255. The time of `lastEntry` says whether one was on a day. */
  readonly visits: number;
  /**
   * The last entry: `at` in milliseconds, rounded to whole seconds, and the index of who admitted; null if there is none.
   */
  readonly lastEntry: { readonly at: number; readonly by: number } | null;
  /** Milliseconds, rounded to whole seconds; null if unlimited. */
  readonly validFrom: number | null;
  readonly validTo: number | null;
  /** First name and initial. */
  readonly name: string;
  readonly seat: string;
};

/** The MAC of an order's code, and the indexes of its tickets in the list. */
export type ListedOrder = { readonly mac: string; readonly tickets: readonly number[] };

const macBytes = 10;
const none = 0xffff;
const states = ["booked", "redeemed", "cancelled"] as const;
// 16 had a meaning in an earlier release.
const flag = { replaced: 4, inside: 8, entry: 32, term: 64 } as const;
const maxText = 80;

/** Appends numbers and bytes to a list of bytes that grows. */
class Writer {
  bytes = new Uint8Array(1024);
  length = 0;
  #reserve(count: number): number {
    if (this.length + count > this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const at = this.length;
    this.length += count;
    return at;
  }
  number(value: number, size: 1 | 2 | 4): void {
    const at = this.#reserve(size);
    for (let n = 0; n < size; n++) this.bytes[at + n] = Math.floor(value / 256 ** n) % 256;
  }
  hex(text: string): void {
    const at = this.#reserve(text.length / 2);
    for (let n = 0; n < text.length / 2; n++) this.bytes[at + n] = Number.parseInt(text.slice(2 * n, 2 * n + 2), 16);
  }
  text(value: string): void {
    const encoded = new TextEncoder().encode(value.slice(0, maxText)).subarray(0, 255);
    this.number(encoded.length, 1);
    const at = this.#reserve(encoded.length);
    this.bytes.set(encoded, at);
  }
  done(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }
}

class Reader {
  readonly #bytes: Uint8Array;
  at = 0;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }
  get hasMore(): boolean {
    return this.at < this.#bytes.length;
  }
  number(size: 1 | 2 | 4): number {
    let value = 0;
    for (let n = 0; n < size; n++) value += (this.#bytes[this.at + n] ?? 0) * 256 ** n;
    this.at += size;
    return value;
  }
  hex(size: number): string {
    let text = "";
    for (let n = 0; n < size; n++) text += (this.#bytes[this.at + n] ?? 0).toString(16).padStart(2, "0");
    this.at += size;
    return text;
  }
  text(): string {
    const length = this.number(1);
    const text = new TextDecoder().decode(this.#bytes.subarray(this.at, this.at + length));
    this.at += length;
    return text;
  }
}

const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");

const flagsOf = (ticket: ListedTicket): number =>
  states.indexOf(ticket.state) +
  (ticket.isReplaced ? flag.replaced : 0) +
  (ticket.isInside ? flag.inside : 0) +
  (ticket.lastEntry ? flag.entry : 0) +
  (ticket.validFrom !== null || ticket.validTo !== null ? flag.term : 0);

const seconds = (milliseconds: number | null): number =>
  milliseconds === null ? 0 : Math.min(0xffffffff, Math.max(1, Math.floor(milliseconds / 1000)));
const millisOf = (value: number): number | null => (value === 0 ? null : value * 1000);

export const packTickets = (tickets: readonly ListedTicket[]): Uint8Array => {
  const writer = new Writer();
  for (const ticket of tickets) {
    const flags = flagsOf(ticket);
    writer.hex(ticket.mac);
    writer.hex(ticket.id.replaceAll("-", ""));
    writer.number(ticket.session ?? none, 2);
    writer.number(ticket.type, 2);
    writer.number(flags, 1);
    writer.number(Math.min(255, ticket.visits), 1);
    if (ticket.lastEntry) {
      writer.number(seconds(ticket.lastEntry.at), 4);
      writer.number(Math.min(255, ticket.lastEntry.by), 1);
    }
    if (flags & flag.term) {
      writer.number(seconds(ticket.validFrom), 4);
      writer.number(seconds(ticket.validTo), 4);
    }
    writer.text(ticket.name);
    writer.text(ticket.seat);
  }
  return writer.done();
};

export const unpackTickets = (bytes: Uint8Array): ListedTicket[] => {
  const reader = new Reader(bytes);
  const tickets: ListedTicket[] = [];
  while (reader.hasMore) {
    const mac = reader.hex(macBytes);
    const id = dashed(reader.hex(16));
    const session = reader.number(2);
    const type = reader.number(2);
    const flags = reader.number(1);
    const visits = reader.number(1);
    const lastEntry = flags & flag.entry ? { at: reader.number(4) * 1000, by: reader.number(1) } : null;
    const [from, to] = flags & flag.term ? [reader.number(4), reader.number(4)] : [0, 0];
    tickets.push({
      mac,
      id,
      session: session === none ? null : session,
      type,
      state: states[flags & 3] ?? "cancelled",
      isReplaced: (flags & flag.replaced) > 0,
      isInside: (flags & flag.inside) > 0,
      visits,
      lastEntry,
      validFrom: millisOf(from),
      validTo: millisOf(to),
      name: reader.text(),
      seat: reader.text(),
    });
  }
  return tickets;
};

export const packOrders = (orders: readonly ListedOrder[]): Uint8Array => {
  const writer = new Writer();
  for (const { mac, tickets } of orders) {
    writer.hex(mac);
    writer.number(tickets.length, 2);
    for (const ticket of tickets) writer.number(ticket, 4);
  }
  return writer.done();
};

export const unpackOrders = (bytes: Uint8Array): ListedOrder[] => {
  const reader = new Reader(bytes);
  const orders: ListedOrder[] = [];
  while (reader.hasMore) {
    const mac = reader.hex(macBytes);
    orders.push({ mac, tickets: Array.from({ length: reader.number(2) }, () => reader.number(4)) });
  }
  return orders;
};

/** 'Ada L.' for 'Ada Lovelace': the gate needs no more of the name to ask for it. */
export const shortName = (name: string | null): string => {
  const [first = "", ...others] = (name ?? "").trim().split(/\s+/);
  const initial = others.at(-1)?.at(0);
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
};
