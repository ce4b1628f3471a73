import {
  forgetPaymentKeys,
  readPaymentKeys,
  readPaymentMode,
  savePaymentKeys,
} from "@foyer/contract/office/money/paymentKeys.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { forgetServiceKeys, readServiceKeys, saveServiceKeys } from "@foyer/contract/office/money/serviceKeys.ts";
import { deleteKeys, saveKeys } from "./changeKeys.ts";
import { readKeys } from "./readKeys.ts";
import { readMode } from "./readMode.ts";
import { deleteKeysOfService, readKeysOfServices, saveKeysOfService } from "./serviceKeys.ts";

export const keyRoutes: readonly StaffRoute[] = [
  onStaff(readPaymentMode, readMode),
  onStaff(readPaymentKeys, readKeys),
  onStaff(savePaymentKeys, saveKeys),
  onStaff(forgetPaymentKeys, deleteKeys),
  onStaff(readServiceKeys, readKeysOfServices),
  onStaff(saveServiceKeys, saveKeysOfService),
  onStaff(forgetServiceKeys, deleteKeysOfService),
];
