import { newId } from "../../db/newId.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";

/** Finds the ids of things that are stored already by their keys; new things get new ids. */
export const idFinder = (stored: StoredCatalogue | undefined) => {
  const finder = <Row extends { readonly id: string }>(
    rows: readonly Row[] | undefined,
    keyOf: (row: Row) => string,
  ) => {
    const idsByKey = new Map<string, string>();
    for (const row of rows ?? []) {
      const key = keyOf(row);
      // Where a retired session and a current one start at the same time, the current one is meant.
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
    venue: finder(stored?.venues, ({ key }) => key),
    seatMap: finder(stored?.seatMaps, ({ key }) => key),
    seat: finder(stored?.seats, ({ seat_map_id, key }) => `${seat_map_id}\n${key}`),
    event: finder(stored?.events, ({ key }) => key),
    group: finder(stored?.groups, ({ event_template_id, key }) => `${event_template_id}\n${key}`),
    type: finder(stored?.types, ({ ticket_group_id, key }) => `${ticket_group_id}\n${key}`),
    session: finder(
      stored?.sessions,
      ({ event_template_id, planned_start, start_datetime }) =>
        `${event_template_id}\n${planned_start ?? start_datetime}`,
    ),
    message: finder(stored?.messages, ({ event_template_id, key }) => `${event_template_id}\n${key}`),
    program: finder(stored?.programs, ({ key }) => key),
    role: finder(stored?.roles, ({ membership_program_id, key }) => `${membership_program_id}\n${key}`),
    codeGroup: finder(stored?.codeGroups, ({ key }) => key),
    discount: finder(stored?.discounts, ({ key }) => key),
    code: finder(stored?.codes, ({ normalized }) => normalized),
    rule: finder(stored?.rules, ({ event_template_id, key }) => `${event_template_id ?? ""}\n${key}`),
  };
};

export type IdFinder = ReturnType<typeof idFinder>;
