import { loadChunk } from "../../../shared/loading/loadChunk.ts";

export const loadSeatSummary = () => loadChunk(() => import("./SeatSummary.tsx"));
