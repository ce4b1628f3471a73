import { readSampleEmail, sendTestEmail } from "@foyer/contract/office/sampleEmails.ts";
import { checkSender } from "@foyer/contract/office/senderCheck.ts";
import { onStaff, type StaffRoute } from "../../http/staff/mountStaff.ts";
import { checkOneSender } from "./checkOneSender.ts";
import { readOneSample, sendOneTest } from "./sampleUseCases.ts";

export const emailRoutes: readonly StaffRoute[] = [
  onStaff(readSampleEmail, readOneSample),
  onStaff(sendTestEmail, sendOneTest),
  onStaff(checkSender, checkOneSender),
];
