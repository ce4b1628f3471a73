import { lookUpCode as lookUpCodeCall } from "@foyer/contract/codes.ts";
import { on } from "../../http/mount.ts";
import { lookUpCode } from "./lookUpCode.ts";

export const codesRoutes = [on(lookUpCodeCall, lookUpCode)];
