import * as z from "zod/mini";

/** The token in an order's e-mail link. A guest opens an order with it, or with the session that bought it. */
export const OrderToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{22,64}$/));
