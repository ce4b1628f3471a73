import type { Route } from "../route.ts";

/** Stands apart: a page that was opened at an event knows its way without the table. */
export const eventRoute: Route = {
  name: "event",
  path: "/events/:id",
  load: () => import("./EventScreen.tsx"),
  source: "src/routes/events/EventScreen.tsx",
  isLight: true,
};
