/** The rows of bulk jobs, for the back office. */
export {
  closeSales,
  countItems,
  findBulkJob,
  insertBulkItems,
  insertBulkJob,
  itemsOfJob,
  lockBulkJob,
  newestJobs,
  openSales,
  retryItems,
  setJobState,
  type BulkCountsRow,
  type BulkItemRow,
  type BulkJobRow,
} from "./bulkJobs.sql.ts";
export { bulkSessions, cartsOfSessions, type BulkSessionRow } from "./bulkFacts.sql.ts";
