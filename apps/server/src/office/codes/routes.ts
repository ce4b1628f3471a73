import { checkCodeImport, importCodes } from "@foyer/contract/office/catalogue/codeImports.ts";
import {
  downloadCodes,
  limitCode,
  listCodeBatches,
  listCodeGroups,
  listCodes,
  makeCode,
  makeCodes,
  countPausedCodes,
  pauseCodes,
  readCode,
} from "@foyer/contract/office/catalogue/codes.ts";
import { downloadVouchers, listVouchers } from "@foyer/contract/office/catalogue/vouchers.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { countPausedOnes, limitOneCode, pauseMany } from "./changeCodes.ts";
import { checkCodeFile, importCodeFile } from "./importCodes.ts";
import { makeOneCode, startCodes } from "./makeCodes.ts";
import { downloadMadeCodes, listCodesAtDesk, listGroups, listMadeCodes, readOneCode } from "./readCodes.ts";
import { downloadUsedVouchers, listUsedVouchers } from "./readVouchers.ts";

export const codeDeskRoutes: readonly StaffRoute[] = [
  onStaff(listCodes, listCodesAtDesk),
  onStaff(listCodeGroups, listGroups),
  onStaff(readCode, readOneCode),
  onStaff(makeCode, makeOneCode),
  onStaff(makeCodes, startCodes),
  onStaff(listCodeBatches, listMadeCodes),
  onStaff(downloadCodes, downloadMadeCodes),
  onStaff(checkCodeImport, checkCodeFile),
  onStaff(importCodes, importCodeFile),
  onStaff(pauseCodes, pauseMany),
  onStaff(countPausedCodes, countPausedOnes),
  onStaff(limitCode, limitOneCode),
  onStaff(listVouchers, listUsedVouchers),
  onStaff(downloadVouchers, downloadUsedVouchers),
];
