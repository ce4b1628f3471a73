/** Codes that staff create, for the back office. */
export {
  codesOfBatch,
  findCodeBatch,
  insertCodeBatch,
  insertCodes,
  insertImportedBatch,
  newestCodeBatches,
  type CodeBatchRow,
  type NewCode,
} from "./codeBatches.sql.ts";
