import type { AdmissionReason } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer, GateSubject, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { listHours } from "@foyer/contract/office/gate/admission.ts";
import {
  judgeExit,
  judgeScan,
  judgeUnlisted,
  withListAge,
  type GateSession,
  type GateTicket,
  type Judgement,
} from "@foyer/rules/admission/judgeScan.ts";
import { unpackOrders, unpackTickets, type ListedTicket } from "@foyer/rules/admission/packedList.ts";
import { dayAt } from "../shared/format/format.ts";
import { bytesOf, encodedCode, toHex } from "./list/codes.ts";
import { maxNames, nameFinder } from "./list/names.ts";
import type { GateState, ListReply } from "./gateStore.ts";

type Type = ListReply["types"][number];
/** A ticket of the list with its columns resolved, and its entries including those of this device. */
export type Listed = {
  readonly id: string;
  readonly mac: string;
  readonly type: Type;
  readonly session: string | null;
  readonly state: ListedTicket["state"];
  readonly isReplaced: boolean;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  readonly name: string;
  readonly seat: string;
  /** Days on which somebody was in with it. */
  readonly visits: number;
  readonly isInside: boolean;
  readonly lastEntry: { readonly at: number; readonly by: string } | null;
  /** For a card: the number of people on the membership, if there are several. */
  readonly party: number | null;
  /** Answers that the seller marks to be shown at the gate. */
  readonly answers: GateSubject["answers"];
};

/** A decision of the device. */
export type OwnAnswer = {
  readonly judgement: Judgement;
  readonly ticket: Listed | null;
  readonly choices: readonly Listed[];
};

const macBytes = 10;

/** The list in memory, searchable by the HMACs of codes, by id and by name. */
export class GateList {
  readonly #byId = new Map<string, Listed>();
  readonly #byMac = new Map<string, string>();
  readonly #orders = new Map<string, Set<string>>();
  /** The HMAC of its order's code, by ticket. */
  readonly #orderOf = new Map<string, string>();
  /** HMACs of the hashes of former codes. */
  readonly #replaced = new Set<string>();
  #key: CryptoKey | undefined;
  /** The day of the list, and its key in base64. */
  day = "";
  key = "";

  async add(reply: ListReply): Promise<void> {
    this.day = reply.today;
    this.key = reply.key;
    this.#key = await crypto.subtle.importKey(
      "raw",
      bytesOf(reply.key) as BufferSource,
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const tickets = unpackTickets(bytesOf(reply.tickets));
    const details = new Map((reply.details ?? []).map((detail) => [detail.id, detail]));
    for (const ticket of tickets) {
      const type = reply.types[ticket.type];
      if (!type) continue;
      // If its code was replaced, the former code no longer finds it.
      const before = this.#byId.get(ticket.id);
      if (before && before.mac !== ticket.mac) this.#byMac.delete(before.mac);
      this.#byId.set(ticket.id, {
        ...ticket,
        type,
        party: details.get(ticket.id)?.party ?? null,
        answers: details.get(ticket.id)?.answers ?? [],
        session: ticket.session === null ? null : (reply.sessions[ticket.session] ?? null),
        lastEntry: ticket.lastEntry && {
          at: ticket.lastEntry.at,
          by: reply.scanners[ticket.lastEntry.by] ?? "a device",
        },
      });
      this.#byMac.set(ticket.mac, ticket.id);
      // It may belong to another code of its order now, or to none.
      this.#orders.get(this.#orderOf.get(ticket.id) ?? "")?.delete(ticket.id);
      this.#orderOf.delete(ticket.id);
    }
    const replaced = toHex(bytesOf(reply.replaced ?? ""));
    for (let at = 0; at < replaced.length; at += 2 * macBytes)
      this.#replaced.add(replaced.slice(at, at + 2 * macBytes));
    for (const { mac, tickets: places } of unpackOrders(bytesOf(reply.orders))) {
      const ids = this.#orders.get(mac) ?? new Set();
      for (const place of places) {
        const id = tickets[place]?.id ?? "";
        ids.add(id);
        this.#orderOf.set(id, mac);
      }
      this.#orders.set(mac, ids);
    }
  }

  /** The number of tickets for sessions that are not cancelled, to compare with the server's. */
  get count(): number {
    let count = 0;
    for (const { state, session } of this.#byId.values()) if (session !== null && state !== "cancelled") count++;
    return count;
  }
  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }
  find(id: string): Listed | undefined {
    return this.#byId.get(id);
  }

  /** What a scan names: a ticket or card by its id or code, or the tickets of an order. */
  async of({ code, ticket_id, card_id }: Pick<ScanSent, "code" | "ticket_id" | "card_id">): Promise<readonly Listed[]> {
    const id = ticket_id ?? card_id;
    if (id !== undefined) return [this.find(id)].filter((one) => one !== undefined);
    return code === undefined ? [] : this.ofCode(code);
  }

  async #macOf(code: BufferSource): Promise<string> {
    if (!this.#key) return "";
    const mac = await crypto.subtle.sign("HMAC", this.#key, code);
    return toHex(new Uint8Array(mac).subarray(0, macBytes));
  }

  /** Whether a ticket of the list formerly had this code. */
  async hasReplaced(code: string): Promise<boolean> {
    if (this.#replaced.size === 0) return false;
    return this.#replaced.has(await this.#macOf(await crypto.subtle.digest("SHA-256", encodedCode(code))));
  }

  /** The ticket or card of a code, or the tickets of an order's code. */
  async ofCode(code: string): Promise<readonly Listed[]> {
    const mac = await this.#macOf(encodedCode(code));
    const id = this.#byMac.get(mac);
    // Tickets that did not change since are still listed under the former code of their order.
    const ofOrder = async () => ((await this.hasReplaced(code)) ? [] : (this.#orders.get(mac) ?? []));
    const ids = id === undefined ? [...(await ofOrder())] : [id];
    return ids.flatMap((one) => this.#byId.get(one) ?? []);
  }

  /** Tickets with this name. One more than can be shown tells that there are more. */
  named(text: string): readonly Listed[] {
    const isWanted = nameFinder(text);
    if (!isWanted) return [];
    const found: Listed[] = [];
    for (const ticket of this.#byId.values()) {
      if (ticket.state === "cancelled" || !isWanted(ticket.name)) continue;
      found.push(ticket);
      if (found.length > maxNames) break;
    }
    return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }
}

/** The time zone of an event's venue. */
export const zoneOf = ({ events, timezone }: GateState, event_template_id: string): string =>
  events.find(({ id }) => id === event_template_id)?.timezone ?? timezone;

const noSession: readonly GateSession[] = [];

const sessionsOf = (state: GateState): readonly GateSession[] =>
  state.sessions.map(({ id, event_template_id, start_datetime, end_datetime, day, cancelled, is_all_day }) => ({
    id,
    event_template_id,
    start: Date.parse(start_datetime),
    end: Date.parse(end_datetime),
    day,
    cancelled,
    isAllDay: is_all_day,
  }));

const ticketOf = (listed: Listed, state: GateState, { today, zone }: { today: string; zone: string }): GateTicket => {
  const { type, visits, lastEntry, isInside } = listed;
  // The list may be of an earlier day.
  const wasInToday = lastEntry !== null && dayAt(lastEntry.at, zone) === today;
  const earlier = Math.max(0, visits - (wasInToday ? 1 : 0));
  return {
    state: listed.state,
    isReplaced: listed.isReplaced,
    admits: type.admits,
    event_template_id: type.event_template_id,
    venue_id: type.venue_id,
    event_gate: state.events.find(({ id }) => id === type.event_template_id)?.gate ?? {},
    group_gate: type.gate,
    session: listed.session === null ? null : (sessionsOf(state).find(({ id }) => id === listed.session) ?? null),
    valid_from: listed.validFrom,
    valid_to: listed.validTo,
    isMembership: type.is_card,
    past: {
      visitDays: [...Array.from({ length: earlier }, (_, n) => `earlier ${n}`), ...(wasInToday ? [today] : [])],
      isInside,
    },
  };
};

export type JudgedAt = {
  readonly state: GateState;
  readonly now: number;
  /** By the corrected clock; null without a list. */
  readonly listAt: number | null;
  readonly direction: "in" | "out";
  /** Whether the scanned code is a former one of a ticket of the list. */
  readonly isFormerCode?: boolean;
  /** When this device let somebody in with a code that is not in the list. */
  readonly enteredAt?: number | undefined;
};

/**
 * The gate's judgement of a ticket of the list. The list contains only what the device scans for, so no scope is checked.
 */
export const judgeListed = (listed: Listed, { state, now, listAt, direction }: JudgedAt): Judgement => {
  // Its session was moved to another day after the list was read.
  const isElsewhere = listed.session !== null && !state.sessions.some(({ id }) => id === listed.session);
  if (isElsewhere && direction === "in") return { shown: "no", reason: "other_day", may_admit: false };
  const zone = zoneOf(state, listed.type.event_template_id);
  const today = dayAt(now, zone);
  const ticket = ticketOf(listed, state, { today, zone });
  if (direction === "out") return judgeExit(ticket);
  const sessions = listed.session === null ? noSession : sessionsOf(state);
  const judgement = judgeScan(ticket, { now, today, scope: null, sessions, settings: state.settings });
  const isListOld = listAt === null || now - listAt > listHours * 3_600_000;
  return withListAge(judgement, isListOld);
};

/**
 * The judgement of a code that is not in the list: either a former code of its tickets, or one that the server has to
 * judge.
 */
export const judgeUnknown = ({ state, isFormerCode = false }: Pick<JudgedAt, "state" | "isFormerCode">): Judgement =>
  isFormerCode ? { shown: "no", reason: "replaced", may_admit: false } : judgeUnlisted(state.settings);

/** Whether somebody is in with a ticket of the list; with a pass or a card, on this day. */
export const isInNow = ({ session, visits, lastEntry, type }: Listed, state: GateState, now: number): boolean => {
  if (session !== null || lastEntry === null) return visits > 0;
  const zone = zoneOf(state, type.event_template_id);
  return dayAt(lastEntry.at, zone) === dayAt(now, zone);
};

/** What is shown of a ticket of the list. */
export const presentListed = (listed: Listed, state: GateState): GateSubject => {
  const session = state.sessions.find(({ id }) => id === listed.session);
  const event = state.events.find(({ id }) => id === listed.type.event_template_id);
  return {
    kind: listed.type.is_card ? "card" : "ticket",
    id: listed.id,
    event: event?.name ?? "",
    session: session
      ? { day: session.day, start: session.start, end: session.end, is_all_day: session.is_all_day }
      : null,
    type: listed.type.name,
    name: listed.name === "" ? null : listed.name,
    seat: listed.seat === "" ? null : listed.seat,
    party: listed.type.is_card ? (listed.party ?? 1) : null,
    allowance: null,
    tickets_today: null,
    valid_to: listed.validTo === null ? null : new Date(listed.validTo).toISOString(),
    answers: listed.answers,
  };
};

/** The device's decision in the form of the server's answer. */
export const ownAnswer = (id: string, { judgement, ticket, choices }: OwnAnswer, at: JudgedAt): GateAnswer => {
  const isAlready: readonly (AdmissionReason | null)[] = ["already_in", "visited_today"];
  const unlisted = at.direction === "in" && at.enteredAt !== undefined && { at: at.enteredAt, by: at.state.name };
  const last = isAlready.includes(judgement.reason) ? ticket?.lastEntry : unlisted;
  return {
    id,
    ...judgement,
    counts: judgement.shown === "welcome" ? (at.direction === "in" ? "entry" : "exit") : "refused",
    already: last ? { at: new Date(last.at).toISOString(), by: last.by } : null,
    subject: ticket && presentListed(ticket, at.state),
    choices: choices.map((one) => {
      const { shown, reason } = judgeListed(one, at);
      return { subject: presentListed(one, at.state), shown, reason };
    }),
  };
};
