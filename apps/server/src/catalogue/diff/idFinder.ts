import type { Steps } from "@foyer/rules/values/steps.ts";
import { newId } from "../../db/newId.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";

/** Returns an item's id by its key, which may have several parts. */
type FindId = (...parts: string[]) => string;
type Kind =
  | "venue"
  | "seatMap"
  | "seat"
  | "event"
  | "group"
  | "type"
  | "session"
  | "message"
  | "program"
  | "role"
  | "codeGroup"
  | "discount"
  | "code"
  | "rule";
export type IdFinder = Readonly<Record<Kind, FindId>>;

/** Finds the ids of stored items by key; new items get new ids. */
export const idFinder = function* (stored: StoredCatalogue | undefined): Steps<IdFinder> {
  const finder = function* <Row extends { readonly id: string }>(
    rows: readonly Row[] | undefined,
    keyOf: (row: Row) => string,
  ): Steps<FindId> {
    const idsByKey = new Map<string, string>();
    for (const row of rows ?? []) {
      yield;
      const key = keyOf(row);
      // If a retired session and a current one start at the same time, the current one wins.
      if (!idsByKey.has(key) || !("retired" in row && row.retired)) idsByKey.set(key, row.id);
    }
    return (...parts: string[]) => {
      const key = parts.join("\n");
      const id = idsByKey.get(key) ?? newId();
      idsByKey.set(key, id);
      return id;
    };
  };
  return {
    venue: yield* finder(stored?.venues, ({ key }) => key),
    seatMap: yield* finder(stored?.seatMaps, ({ key }) => key),
    seat: yield* finder(stored?.seats, ({ seat_map_id, key }) => `${seat_map_id}\n${key}`),
    event: yield* finder(stored?.events, ({ key }) => key),
    group: yield* finder(stored?.groups, ({ event_template_id, key }) => `${event_template_id}\n${key}`),
    type: yield* finder(stored?.types, ({ ticket_group_id, key }) => `${ticket_group_id}\n${key}`),
    session: yield* finder(
      stored?.sessions,
      ({ event_template_id, planned_start, start_datetime }) =>
        `${event_template_id}\n${planned_start ?? start_datetime}`,
    ),
    message: yield* finder(stored?.messages, ({ event_template_id, key }) => `${event_template_id}\n${key}`),
    program: yield* finder(stored?.programs, ({ key }) => key),
    role: yield* finder(stored?.roles, ({ membership_program_id, key }) => `${membership_program_id}\n${key}`),
    codeGroup: yield* finder(stored?.codeGroups, ({ key }) => key),
    discount: yield* finder(stored?.discounts, ({ key }) => key),
    code: yield* finder(stored?.codes, ({ normalized }) => normalized),
    rule: yield* finder(stored?.rules, ({ event_template_id, key }) => `${event_template_id ?? ""}\n${key}`),
  };
};
