import * as z from "zod/mini";

/**
 * How a group of tickets is sold and what its tickets are. This is the one list: the schemas of the API and of the
 * catalogue, the row types of the server and the policies in `rules/catalog/handlers.ts` derive from it.
 */
export const handlerNames = ["tickets", "passes", "codes", "seated", "ledger", "donation", "membership"] as const;

/** The handler of a ticket group. `ledger` sells gift cards. */
export const Handler = z.enum(handlerNames);
export type Handler = z.infer<typeof Handler>;

/** The handler of a group whose catalogue names none. */
export const defaultHandler = "tickets" satisfies Handler;
