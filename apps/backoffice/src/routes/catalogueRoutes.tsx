import { createRoute } from "@tanstack/react-router";
import { sessionList } from "@foyer/contract/office/catalogue/eventSessions.ts";
import type { HistorySearch } from "../features/catalogue/HistoryScreen.tsx";
import type { FieldSearch } from "../features/catalogue/fields/ChapterLink.tsx";
import { sessionSearchNames, type SessionSearch } from "../features/catalogue/sessions/sessionQueries.ts";
import type { TextsSearch } from "../features/catalogue/texts/findTexts.ts";
import type { EmailsSearch } from "../features/emails/EmailsScreen.tsx";
import { listTextsOf, textsOf } from "../shared/list/listSearch.ts";
import { canUse, guarded, sellerRoute } from "./frameRoutes.tsx";

const inCatalogue = canUse("/$slug/catalogue");
const fieldOf = (search: Record<string, unknown>): FieldSearch => textsOf(search, ["field"]);
const catalogueRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue",
  component: guarded(inCatalogue, () => import("../features/catalogue/CatalogueScreen.tsx"), "CatalogueScreen"),
});
const eventRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/event/$key",
  validateSearch: fieldOf,
  component: guarded(inCatalogue, () => import("../features/catalogue/event/EventScreen.tsx"), "EventScreen"),
});
const sessionsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/event/$key/sessions",
  component: guarded(inCatalogue, () => import("../features/catalogue/sessions/SessionsScreen.tsx"), "SessionsScreen"),
  validateSearch: (search: Record<string, unknown>): SessionSearch =>
    listTextsOf(search, sessionSearchNames, sessionList),
});
const venueRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/venue/$key",
  validateSearch: fieldOf,
  component: guarded(inCatalogue, () => import("../features/catalogue/VenueScreen.tsx"), "VenueScreen"),
});
const codeGroupRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/codes/$key",
  validateSearch: fieldOf,
  component: guarded(inCatalogue, () => import("../features/catalogue/codes/CodeGroupScreen.tsx"), "CodeGroupScreen"),
});
const hallRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/hall/$key",
  validateSearch: fieldOf,
  component: guarded(inCatalogue, () => import("../features/catalogue/halls/HallScreen.tsx"), "HallScreen"),
});
const picturesRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/pictures",
  validateSearch: fieldOf,
  component: guarded(inCatalogue, () => import("../features/catalogue/pictures/PicturesScreen.tsx"), "PicturesScreen"),
});
const discountsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/discounts",
  validateSearch: fieldOf,
  component: guarded(
    inCatalogue,
    () => import("../features/catalogue/discounts/DiscountsScreen.tsx"),
    "DiscountsScreen",
  ),
});
const orderRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/order",
  validateSearch: fieldOf,
  component: guarded(inCatalogue, () => import("../features/catalogue/event/EventOrderScreen.tsx"), "EventOrderScreen"),
});
const chapterRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/chapter/$",
  validateSearch: fieldOf,
  component: guarded(inCatalogue, () => import("../features/catalogue/ChapterScreen.tsx"), "ChapterScreen"),
});
const textsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/texts",
  component: guarded(
    canUse("/$slug/texts"),
    () => import("../features/catalogue/texts/TextsScreen.tsx"),
    "TextsScreen",
  ),
  validateSearch: (search: Record<string, unknown>): TextsSearch => textsOf(search, ["q", "kind"]),
});
const brandRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/brand",
  component: guarded(
    canUse("/$slug/brand"),
    () => import("../features/catalogue/brand/BrandScreen.tsx"),
    "BrandScreen",
  ),
});
const pagesRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/pages",
  component: guarded(
    canUse("/$slug/pages"),
    () => import("../features/catalogue/pages/PagesScreen.tsx"),
    "PagesScreen",
  ),
});
const rulesRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/sales-rules",
  component: guarded(
    canUse("/$slug/sales-rules"),
    () => import("../features/catalogue/rules/RulesScreen.tsx"),
    "RulesScreen",
  ),
});
const emailsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/emails",
  component: guarded(canUse("/$slug/emails"), () => import("../features/emails/EmailsScreen.tsx"), "EmailsScreen"),
  validateSearch: (search: Record<string, unknown>): EmailsSearch => textsOf(search, ["kind"]),
});
const senderRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/emails/sender",
  component: guarded(canUse("/$slug/emails"), () => import("../features/emails/SenderScreen.tsx"), "SenderScreen"),
});
const publishRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/publish",
  component: guarded("catalogue.publish", () => import("../features/catalogue/PublishScreen.tsx"), "PublishScreen"),
});
const previewRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/preview",
  component: guarded("catalogue.edit", () => import("../features/previews/PreviewScreen.tsx"), "PreviewScreen"),
});
const catalogueFileRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/file",
  component: guarded("catalogue.import", () => import("../features/catalogue/file/FileScreen.tsx"), "FileScreen"),
});
const historyRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/catalogue/history",
  component: guarded(inCatalogue, () => import("../features/catalogue/HistoryScreen.tsx"), "HistoryScreen"),
  validateSearch: (search: Record<string, unknown>): HistorySearch => textsOf(search, ["from", "to", "before"]),
});

/** The screens of a seller's catalogue, and of the settings that are part of its drafts. */
export const catalogueRoutes = [
  catalogueRoute,
  eventRoute,
  sessionsRoute,
  venueRoute,
  codeGroupRoute,
  hallRoute,
  picturesRoute,
  discountsRoute,
  orderRoute,
  chapterRoute,
  textsRoute,
  brandRoute,
  pagesRoute,
  rulesRoute,
  emailsRoute,
  senderRoute,
  publishRoute,
  previewRoute,
  catalogueFileRoute,
  historyRoute,
] as const;
