import {
  downloadCodes,
  limitCode,
  listCodeBatches,
  listCodeGroups,
  listCodes,
  makeCode,
  makeCodes,
  pauseCodes,
  readCode,
  uploadCodes,
} from "@foyer/contract/office/catalogue/codes.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { limitOneCode, pauseMany } from "./changeCodes.ts";
import { makeOneCode, startCodes } from "./makeCodes.ts";
import { downloadMadeCodes, listCodesAtDesk, listGroups, listMadeCodes, readOneCode } from "./readCodes.ts";
import { uploadCodeFile } from "./uploadCodes.ts";

export const codeDeskRoutes: readonly StaffRoute[] = [
  onStaff(listCodes, listCodesAtDesk),
  onStaff(listCodeGroups, listGroups),
  onStaff(readCode, readOneCode),
  onStaff(makeCode, makeOneCode),
  onStaff(makeCodes, startCodes),
  onStaff(listCodeBatches, listMadeCodes),
  onStaff(downloadCodes, downloadMadeCodes),
  onStaff(uploadCodes, uploadCodeFile),
  onStaff(pauseCodes, pauseMany),
  onStaff(limitCode, limitOneCode),
];
