import { lazyPart } from "../shared/lazyPart.ts";

/** All of an event's page but its first view asleep. */
export const wholePart = lazyPart(["src/routes/EventWhole.tsx"], () => import("./EventWhole.tsx"));
