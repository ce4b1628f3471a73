import * as z from "zod/mini";

/** The label shown with a session of an order. `redeemed`: all its tickets are used. */
export const SessionFlag = z.enum(["cancelled", "past", "redeemed"]);
export type SessionFlag = z.infer<typeof SessionFlag>;
