/** Locks a card for whoever changes it. */
export { lockMemberCard } from "./lockMemberCard.sql.ts";
