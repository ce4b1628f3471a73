import { useSyncExternalStore } from "react";

/** What was bought for an event the last time, in this browser, by ticket type. */
export type UsualTickets = readonly { readonly ticket_type_id: string; readonly count: number }[];

/** Oldest ones are left out first. */
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
    // Blocked, or written by something else.
    return [];
  }
};

/** Keeps what was bought, so that the next visit begins with it. */
export const saveUsualTickets = (slug: string, event_template_id: string, tickets: UsualTickets): void => {
  const others = read(slug).filter(([id]) => id !== event_template_id);
  const known = tickets.map(({ ticket_type_id, count }) => ({ ticket_type_id, count }));
  try {
    window.localStorage.setItem(
      keyOf(slug),
      JSON.stringify([...others.slice(1 - maxEvents), [event_template_id, known]]),
    );
  } catch {
    // Full or blocked: the next visit begins with nothing chosen.
  }
};

export const forgetUsualTickets = (slug: string): void => {
  try {
    window.localStorage.removeItem(keyOf(slug));
  } catch {
    // A storage that cannot be written holds nothing.
  }
};

const neverChanges = () => () => undefined;

/** The query of an event's link that chooses what was bought there before: '<ticket type>:2'. Empty on the server. */
export const useUsualQuantity = (slug: string, event_template_id: string): string =>
  useSyncExternalStore(
    neverChanges,
    () =>
      read(slug)
        .find(([id]) => id === event_template_id)?.[1]
        .map(({ ticket_type_id, count }) => `${ticket_type_id}:${count}`)
        .join(",") ?? "",
    () => "",
  );
