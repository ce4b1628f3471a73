import { lazyComponent } from "../../shared/loading/lazyComponent.ts";

/** The complete event page; its first view hydrates without it. */
export const lazyFullEventPage = lazyComponent(
  ["src/routes/events/FullEventPage.tsx"],
  () => import("./FullEventPage.tsx"),
);
