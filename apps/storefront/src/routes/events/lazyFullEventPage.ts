import { lazyComponent } from "../../shared/loading/lazyComponent.ts";

/** All of an event's page but its first view asleep. */
export const lazyFullEventPage = lazyComponent(
  ["src/routes/events/FullEventPage.tsx"],
  () => import("./FullEventPage.tsx"),
);
