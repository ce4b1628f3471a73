export { lockLeavingTickets } from "./lockLeavingTickets.sql.ts";
