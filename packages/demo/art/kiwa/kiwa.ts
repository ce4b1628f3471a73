import { kiwaCompleted } from "./completed.ts";
import type { Drawing } from "../kit/press.ts";
import { annualPass } from "./annualPass.ts";
import { batNight } from "./batNight.ts";
import { feedingTheRuru } from "./feedingTheRuru.ts";
import { fernTrail } from "./fernTrail.ts";
import { kiwiEncounter } from "./kiwiEncounter.ts";
import { nightKeepers } from "./nightKeepers.ts";
import { nightToGive } from "./nightToGive.ts";
import { nightWalk } from "./nightWalk.ts";
import { sleepover } from "./sleepover.ts";

export const kiwa: readonly Drawing[] = [
  nightWalk,
  kiwiEncounter,
  fernTrail,
  feedingTheRuru,
  batNight,
  sleepover,
  annualPass,
  nightToGive,
  nightKeepers,
  ...kiwaCompleted,
];
