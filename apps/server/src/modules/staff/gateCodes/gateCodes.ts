export {
  codeHolders,
  deleteGateCode,
  lockGateCode,
  readGateCodeState,
  setWrongTries,
  storeGateCode,
  type CodeHolder,
} from "./gateCodes.sql.ts";
