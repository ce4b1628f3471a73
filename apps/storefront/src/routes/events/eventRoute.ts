import type { ScreenRoute } from "../route.ts";

/** In a separate file, so that an event page hydrates without the route table. */
export const eventRoute: ScreenRoute = {
  name: "event",
  path: "/events/:id",
  load: () => import("./EventScreen.tsx"),
  source: "src/routes/events/EventScreen.tsx",
  isLight: true,
};
