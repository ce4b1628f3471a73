/** Locks a card that is about to change. */
export { lockMemberCard } from "./lockMemberCard.sql.ts";
