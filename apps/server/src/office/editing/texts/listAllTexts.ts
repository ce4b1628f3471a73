import type { listTexts } from "@foyer/contract/office/catalogue/texts.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { knownTexts } from "../../../catalogue/texts/knownTexts.ts";

const texts = [...knownTexts].map(([key, text]) => ({ key, text }));

export const listAllTexts = (): Promise<StaffReply<typeof listTexts>> => Promise.resolve({ texts });
