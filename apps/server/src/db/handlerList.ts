import { handlersWhere, type WithHandler } from "@foyer/rules/catalog/handlers.ts";

/**
 * The handlers whose answer to a question of the registry is yes, as a list for SQL in brackets. It is
 * written into the statement, not sent as a parameter: it never changes, and so the planner knows it.
 */
export const handlerList = (question: (group: WithHandler) => boolean): string =>
  `(${handlersWhere(question)
    .map((handler) => `'${handler}'`)
    .join(", ")})`;
