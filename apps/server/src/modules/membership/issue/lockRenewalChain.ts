/** Locks the last term of a membership for whoever renews it. */
export { lockRenewalChain, type RenewalChain } from "./renewalChain.sql.ts";
