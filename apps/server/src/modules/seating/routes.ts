import { getSeatMap } from "@foyer/contract/shop/seating.ts";
import { route } from "../../http/mount.ts";
import { readSeatMap } from "./readSeatMap.ts";

export const seatingRoutes = [
  route(getSeatMap, readSeatMap, { refuses: ["event_not_found", "event_session_not_found", "not_found"] }),
];
