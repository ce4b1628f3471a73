export { endPermit, insertPermit, lockPermit, openPermits, openPermitsEverywhere } from "./permits.sql.ts";
