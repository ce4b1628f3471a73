import { lookUpCode } from "@foyer/contract/shop/codes.ts";
import { route } from "../../http/mount.ts";
import { describeCode } from "./describeCode.ts";

export const codesRoutes = [route(lookUpCode, describeCode, { refuses: ["code_not_found", "too_many_requests"] })];
