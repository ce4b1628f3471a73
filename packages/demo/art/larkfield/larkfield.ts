import { larkfieldCompleted } from "./completed.ts";
import type { Drawing } from "../kit/press.ts";
import { botanicalDrawing } from "./botanicalDrawing.ts";
import { friendsMorning } from "./friendsMorning.ts";
import { gardenEntry } from "./gardenEntry.ts";
import { glasshouseTour } from "./glasshouseTour.ts";
import { lavenderConcert } from "./lavenderConcert.ts";
import { larkfieldMembership } from "./membership.ts";
import { orchidsAfterDark } from "./orchidsAfterDark.ts";
import { plantingFund } from "./plantingFund.ts";
import { pressedGarden } from "./pressedGarden.ts";
import { seasonPass } from "./seasonPass.ts";

export const larkfield: readonly Drawing[] = [
  gardenEntry,
  orchidsAfterDark,
  pressedGarden,
  botanicalDrawing,
  seasonPass,
  lavenderConcert,
  larkfieldMembership,
  friendsMorning,
  glasshouseTour,
  plantingFund,
  ...larkfieldCompleted,
];
