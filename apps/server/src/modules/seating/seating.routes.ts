import { getSeatMap } from "@foyer/contract/seating.ts";
import { on } from "../../http/mount.ts";
import { readSeatMap } from "./readSeatMap.ts";

export const seatingRoutes = [on(getSeatMap, readSeatMap)];
