import { handlersWhere, type WithHandler } from "@foyer/rules/catalog/handlers.ts";

/**
 * The handlers for which `question` returns true, as an SQL list in brackets. It is part of the statement rather than a
 * parameter: it never changes, and this way the planner knows it.
 */
export const handlerList = (question: (group: WithHandler) => boolean): string =>
  `(${handlersWhere(question)
    .map((handler) => `'${handler}'`)
    .join(", ")})`;
