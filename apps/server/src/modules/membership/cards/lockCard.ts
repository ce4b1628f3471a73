/** Locks a card for whoever changes it. */
export { lockCard } from "./lockCard.sql.ts";
