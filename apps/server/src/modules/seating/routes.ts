import { getSeatMap } from "@foyer/contract/shop/seating.ts";
import { route } from "../../http/mount.ts";
import { readSeatMap } from "./readSeatMap.ts";

export const seatingRoutes = [route(getSeatMap, readSeatMap)];
