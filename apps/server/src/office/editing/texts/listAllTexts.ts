import type { listTexts } from "@foyer/contract/office/catalogue/texts.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { replaceableTexts } from "../../../catalogue/texts/knownTexts.ts";

const texts = [...replaceableTexts].map(([key, text]) => ({ key, text }));

export const listAllTexts = (): Promise<StaffReply<typeof listTexts>> => Promise.resolve({ texts });
