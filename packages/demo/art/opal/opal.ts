import { opalCompleted } from "./completed.ts";
import type { Drawing } from "../kit/press.ts";
import { familyConcert } from "./familyConcert.ts";
import { opalGiftCard } from "./giftCard.ts";
import { hallTour } from "./hallTour.ts";
import { lateNightJazz } from "./lateNightJazz.ts";
import { openRehearsal } from "./openRehearsal.ts";
import { piano } from "./piano.ts";
import { quartets } from "./quartets.ts";
import { symphony } from "./symphony.ts";

export const opalHall: readonly Drawing[] = [
  symphony,
  quartets,
  piano,
  familyConcert,
  lateNightJazz,
  hallTour,
  openRehearsal,
  opalGiftCard,
  ...opalCompleted,
];
