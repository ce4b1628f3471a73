export { purchaserRecipient } from "../emails/recipients.sql.ts";
export { readPayments } from "../payment/payments.sql.ts";
export { partPaidCart, planChanges } from "./schedule.sql.ts";
