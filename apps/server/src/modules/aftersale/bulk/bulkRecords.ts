/** The rows of bulk jobs, for the back office. */
export {
  countItems,
  findBulkJob,
  insertBulkItems,
  insertBulkJob,
  itemsOfJob,
  lockBulkJob,
  newestJobs,
  openItems,
  retryItems,
  setJobState,
  type BulkCountsRow,
  type BulkItemRow,
  type BulkJobRow,
} from "./bulkJobs.sql.ts";
export { undeliveredOrders, untoldOrders } from "./bulkEmails.sql.ts";
export { bulkSessions, cartsOfSessions, noCarts, type BulkSessionRow } from "./bulkFacts.sql.ts";
export { closeSales, openSales } from "./salesOfSessions.sql.ts";
