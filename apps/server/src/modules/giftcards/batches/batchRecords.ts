/** The rows of gift cards issued in batches, for the back office. */
export {
  findBatch,
  insertBatch,
  newestBatches,
  numbersOfBatch,
  takenNumbers,
  type GiftCardBatchRow,
  type NewGiftCardBatch,
} from "./batches.sql.ts";
