/** The rows of cards that were issued in number, for the back office. */
export {
  findBatch,
  insertBatch,
  newestBatches,
  numbersOfBatch,
  takenNumbers,
  type GiftCardBatchRow,
  type NewGiftCardBatch,
} from "./batches.sql.ts";
