/** One module, because a failed load is repeated by the name of its file. */
export { SessionStep } from "../date/SessionStep.tsx";
export { TicketStep } from "./TicketStep.tsx";
export { selectTickets } from "./selectTickets.ts";
