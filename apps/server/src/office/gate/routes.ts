import {
  createDevice,
  endDevice,
  listDevices,
  pairDevice,
  renewPairing,
  resolveConflict,
} from "@foyer/contract/office/gate/devices.ts";
import { readGate, readGateList, recordScans } from "@foyer/contract/office/gate/gate.ts";
import { readGateCode, removeGateCode, setGateCode } from "@foyer/contract/office/gate/gateCode.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import {
  createDeviceOfSeller,
  endDeviceOf,
  listDevicesOfSeller,
  pairBrowser,
  renewPairingOf,
  resolve,
} from "./deviceUseCases.ts";
import { readList } from "./list/gateList.ts";
import { readGateOfToday } from "./readGate.ts";
import { recordBatch } from "./recordScans.ts";
import { readOwnGateCode, removeOwnGateCode, setOwnGateCode } from "./supervisor/codeUseCases.ts";

export const gateRoutes: readonly StaffRoute[] = [
  onStaff(recordScans, recordBatch),
  onStaff(readGate, readGateOfToday),
  onStaff(readGateList, readList),
  onStaff(readGateCode, readOwnGateCode),
  onStaff(setGateCode, setOwnGateCode),
  onStaff(removeGateCode, removeOwnGateCode),
  onStaff(pairDevice, pairBrowser),
  onStaff(listDevices, listDevicesOfSeller),
  onStaff(createDevice, createDeviceOfSeller),
  onStaff(renewPairing, renewPairingOf),
  onStaff(endDevice, endDeviceOf),
  onStaff(resolveConflict, resolve),
];
