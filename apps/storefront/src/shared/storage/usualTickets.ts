import { useSyncExternalStore } from "react";

/** The tickets last bought for an event in this browser, by ticket type. */
export type UsualTickets = readonly { readonly ticket_type_id: string; readonly count: number }[];

/** The oldest ones are removed first. */
const maxEvents = 12;
const keyOf = (slug: string): string => `foyer.${slug}.usual`;

type Stored = readonly (readonly [event_template_id: string, tickets: UsualTickets])[];

const isTickets = (value: unknown): value is UsualTickets =>
  Array.isArray(value) &&
  value.every(
    (one: unknown) =>
      typeof one === "object" &&
      one !== null &&
      "ticket_type_id" in one &&
      typeof one.ticket_type_id === "string" &&
      "count" in one &&
      Number.isInteger(one.count),
  );

const read = (slug: string): Stored => {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(keyOf(slug)) ?? "[]");
    if (!Array.isArray(value)) return [];
    return value.flatMap((entry: unknown) => {
      if (!Array.isArray(entry)) return [];
      const [id, tickets] = entry as readonly unknown[];
      return typeof id === "string" && isTickets(tickets) ? [[id, tickets] as const] : [];
    });
  } catch {
    // Blocked, or written by other code.
    return [];
  }
};

const write = (slug: string, stored: Stored): void => {
  try {
    window.localStorage.setItem(keyOf(slug), JSON.stringify(stored));
  } catch {
    // Full or blocked: the next visit begins without a selection.
  }
};

const without = (stored: Stored, event_template_id: string): Stored =>
  stored.filter(([id]) => id !== event_template_id);

/** Saves what was bought, so that the next visit begins with it. */
export const saveUsualTickets = (slug: string, event_template_id: string, tickets: UsualTickets): void => {
  const known = tickets.map(({ ticket_type_id, count }) => ({ ticket_type_id, count }));
  write(slug, [...without(read(slug), event_template_id).slice(1 - maxEvents), [event_template_id, known]]);
};

/** What was last bought for an event; nothing on the server. */
export const usualTickets = (slug: string, event_template_id: string): UsualTickets =>
  read(slug).find(([id]) => id === event_template_id)?.[1] ?? [];

/** Forgets the ticket types that an event no longer sells. */
export const forgetRemovedTickets = (slug: string, event_template_id: string, sold: ReadonlySet<string>): void => {
  const usual = usualTickets(slug, event_template_id);
  const kept = usual.filter(({ ticket_type_id }) => sold.has(ticket_type_id));
  if (kept.length === usual.length) return;
  if (kept.length > 0) saveUsualTickets(slug, event_template_id, kept);
  else write(slug, without(read(slug), event_template_id));
};

export const forgetUsualTickets = (slug: string): void => {
  try {
    window.localStorage.removeItem(keyOf(slug));
  } catch {
    // A storage that cannot be written to contains nothing.
  }
};

const neverChanges = () => () => undefined;

/** The query of an event's link that selects the tickets last bought for it: '<ticket type>:2'. Empty on the server. */
export const useUsualQuantity = (slug: string, event_template_id: string): string =>
  useSyncExternalStore(
    neverChanges,
    () =>
      usualTickets(slug, event_template_id)
        .map(({ ticket_type_id, count }) => `${ticket_type_id}:${count}`)
        .join(","),
    () => "",
  );
