/** Locks the last term of a membership that is about to be renewed. */
export { lockRenewalChain, type RenewalChain } from "./renewalChain.sql.ts";
