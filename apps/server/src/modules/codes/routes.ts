import { lookUpCode as lookUpCodeCall } from "@foyer/contract/shop/codes.ts";
import { route } from "../../http/mount.ts";
import { lookUpCode } from "./lookUpCode.ts";

export const codesRoutes = [route(lookUpCodeCall, lookUpCode)];
