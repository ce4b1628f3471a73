import { harborCompleted } from "./completed.ts";
import type { Drawing } from "../kit/press.ts";
import { admission } from "./admission.ts";
import { brassAge } from "./brassAge.ts";
import { culturePass } from "./culturePass.ts";
import { donation } from "./donation.ts";
import { harborGiftCard } from "./giftCard.ts";
import { harborPass } from "./harborPass.ts";
import { highlightsTour } from "./highlightsTour.ts";
import { lateTable } from "./lateTable.ts";
import { membersNight } from "./membersNight.ts";
import { harborMembership } from "./membership.ts";
import { paperBoats } from "./paperBoats.ts";
import { saltAndLight } from "./saltAndLight.ts";

export const harbor: readonly Drawing[] = [
  admission,
  saltAndLight,
  brassAge,
  highlightsTour,
  paperBoats,
  harborMembership,
  membersNight,
  harborGiftCard,
  donation,
  culturePass,
  harborPass,
  lateTable,
  ...harborCompleted,
];
