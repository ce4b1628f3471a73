import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { orderList } from "@foyer/contract/office/orders/orders.ts";
import { auditList } from "@foyer/contract/office/staff/auditLog.ts";
import { staffList } from "@foyer/contract/office/staff/staffing.ts";
import { attendanceList } from "@foyer/contract/office/money/attendanceReport.ts";
import { reports } from "@foyer/contract/office/money/reports.ts";
import { BoardScreen } from "../features/board/BoardScreen.tsx";
import type { BoardSearch } from "../features/board/boardQueries.ts";
import type { BulkSearch } from "../features/bulk/bulkQueries.ts";
import { orderSearchNames, type OrderSearch } from "../features/orders/orderQueries.ts";
import { orderAddressNames, type OrderAddress } from "../features/orders/preparedAction.ts";
import type { AttendanceSearch } from "../features/reports/attendanceQueries.ts";
import { isReportName, reportSearchNames, type ReportSearch } from "../features/reports/reportQueries.ts";
import { journalLineList } from "@foyer/contract/office/money/journal.ts";
import { payoutList, payoutOutcomes, payoutRowList } from "@foyer/contract/office/money/payouts.ts";
import {
  journalSearchNames,
  type JournalSearch,
  type PayoutSearch,
  type PayoutsSearch,
} from "../features/money/moneyQueries.ts";
import type { CounterSearch } from "../features/sale/saleQueries.ts";
import { listTextsOf, textsOf, type ListSearch } from "../shared/list/listSearch.ts";
import type { AuditFilters } from "../shared/queries.ts";
import { NotAllowedScreen, NotFoundScreen } from "../shell/Messages.tsx";
import { screensFor } from "../shell/screens.ts";
import { catalogueRoutes } from "./catalogueRoutes.tsx";
import { memberScreenRoutes } from "./memberRoutes.tsx";
import { canUse, guarded, sellerRoute } from "./frameRoutes.tsx";

/** The board, or the first accessible screen for readers without access to it. */
const sellerHomeRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/",
  beforeLoad: ({ context: { seller }, params }) => {
    if (!seller || seller.permissions.includes("board.read")) return;
    const [first] = screensFor(seller.permissions);
    throw first ? redirect({ to: first.to, params }) : redirect({ to: "/account" });
  },
  component: BoardScreen,
  validateSearch: (search: Record<string, unknown>): BoardSearch => textsOf(search, ["day", "venue_id"]),
});

const bulkRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/bulk",
  component: guarded(canUse("/$slug/bulk"), () => import("../features/bulk/BulkScreen.tsx"), "BulkScreen"),
  validateSearch: (search: Record<string, unknown>): BulkSearch => textsOf(search, ["day", "sessions", "moved"]),
});

const bulkJobRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/bulk/$id",
  component: guarded(canUse("/$slug/bulk"), () => import("../features/bulk/BulkJobScreen.tsx"), "BulkJobScreen"),
});

const planRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/plans/$number",
  component: guarded(canUse("/$slug/bulk"), () => import("../features/bulk/plans/PlanScreen.tsx"), "PlanScreen"),
});

const attendanceRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/reports/attendance",
  component: guarded(
    canUse("/$slug/reports/attendance"),
    () => import("../features/reports/AttendanceScreen.tsx"),
    "AttendanceScreen",
  ),
  validateSearch: (search: Record<string, unknown>): AttendanceSearch =>
    listTextsOf(search, ["from", "to", "from_time", "to_time", "event_template_id", "compare", "by"], attendanceList),
});

const reportsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/reports",
  component: guarded(canUse("/$slug/reports"), () => import("../features/reports/ReportsScreen.tsx"), "ReportsScreen"),
});

const ReportScreen = lazyRouteComponent(() => import("../features/reports/ReportScreen.tsx"), "ReportScreen");

/** Each report has its own permission. */
const reportRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/reports/$report",
  component: function Guarded() {
    const { seller } = sellerRoute.useRouteContext();
    const { report } = reportRoute.useParams();
    if (!isReportName(report)) return <NotFoundScreen />;
    return seller?.permissions.includes(reports[report].can) === true ? <ReportScreen /> : <NotAllowedScreen />;
  },
  validateSearch: (search: Record<string, unknown>): ReportSearch => textsOf(search, reportSearchNames),
});

const ordersRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/orders",
  component: guarded(canUse("/$slug/orders"), () => import("../features/orders/OrdersScreen.tsx"), "OrdersScreen"),
  validateSearch: (search: Record<string, unknown>): OrderSearch => listTextsOf(search, orderSearchNames, orderList),
});

const orderRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/orders/$number",
  component: guarded(canUse("/$slug/orders"), () => import("../features/orders/OrderScreen.tsx"), "OrderScreen"),
  validateSearch: (search: Record<string, unknown>): OrderAddress => textsOf(search, orderAddressNames),
});

const personRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/orders/$number/person",
  component: guarded(canUse("/$slug/orders"), () => import("../features/orders/PersonScreen.tsx"), "PersonScreen"),
});

const counterRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/counter",
  component: guarded(canUse("/$slug/counter"), () => import("../features/sale/CounterScreen.tsx"), "CounterScreen"),
  validateSearch: (search: Record<string, unknown>): CounterSearch => textsOf(search, ["day"]),
});

const tillRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/till",
  component: guarded(canUse("/$slug/till"), () => import("../features/sale/tills/TillScreen.tsx"), "TillScreen"),
});

const tillsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/tills",
  component: guarded(canUse("/$slug/tills"), () => import("../features/sale/tills/TillsScreen.tsx"), "TillsScreen"),
  validateSearch: (search: Record<string, unknown>): CounterSearch => textsOf(search, ["day"]),
});

const staffRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/staff",
  component: guarded(canUse("/$slug/staff"), () => import("../features/staff/StaffScreen.tsx"), "StaffScreen"),
  validateSearch: (search: Record<string, unknown>): ListSearch => listTextsOf(search, [], staffList),
});

const gateRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/gate",
  component: guarded(canUse("/$slug/gate"), () => import("../features/gate/GateScreen.tsx"), "GateScreen"),
});

const filterNames = ["from", "to", "staff_id", "action", "entity_kind", "entity_id", "reason", "rule"] as const;
const auditRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/audit",
  component: guarded(canUse("/$slug/audit"), () => import("../features/audit/AuditScreen.tsx"), "AuditScreen"),
  validateSearch: (search: Record<string, unknown>): AuditFilters => listTextsOf(search, filterNames, auditList),
});

const moneyRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/money",
  component: guarded(canUse("/$slug/money"), () => import("../features/money/MoneyScreen.tsx"), "MoneyScreen"),
});

const journalRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/money/journal",
  component: guarded(canUse("/$slug/money"), () => import("../features/money/JournalScreen.tsx"), "JournalScreen"),
  validateSearch: (search: Record<string, unknown>): JournalSearch =>
    listTextsOf(search, journalSearchNames, journalLineList),
});

const payoutsRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/money/payouts",
  component: guarded("payout.read", () => import("../features/money/PayoutsScreen.tsx"), "PayoutsScreen"),
  validateSearch: (search: Record<string, unknown>): PayoutsSearch => listTextsOf(search, ["days"], payoutList),
});

const payoutRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/money/payouts/$gateway/$ref",
  component: guarded("payout.read", () => import("../features/money/PayoutScreen.tsx"), "PayoutScreen"),
  validateSearch: (search: Record<string, unknown>): PayoutSearch => ({
    ...listTextsOf(search, [], payoutRowList),
    only: payoutOutcomes.find((one) => one === search["only"]),
  }),
});

const paymentRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/money/payments/$payment",
  component: guarded(canUse("/$slug/money"), () => import("../features/money/PaymentScreen.tsx"), "PaymentScreen"),
});

const paymentKeysRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/payment-keys",
  component: guarded(canUse("/$slug/payment-keys"), () => import("../features/keys/KeysScreen.tsx"), "KeysScreen"),
});

const serviceKeysRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/service-keys",
  component: guarded(
    canUse("/$slug/service-keys"),
    () => import("../features/keys/ServiceKeysScreen.tsx"),
    "ServiceKeysScreen",
  ),
});

/** The screens of a seller. */
export const sellerRoutes = sellerRoute.addChildren([
  sellerHomeRoute,
  ordersRoute,
  orderRoute,
  personRoute,
  counterRoute,
  tillRoute,
  tillsRoute,
  staffRoute,
  auditRoute,
  gateRoute,
  bulkRoute,
  bulkJobRoute,
  planRoute,
  attendanceRoute,
  reportsRoute,
  reportRoute,
  moneyRoute,
  journalRoute,
  payoutsRoute,
  payoutRoute,
  paymentRoute,
  paymentKeysRoute,
  serviceKeysRoute,
  ...memberScreenRoutes,
  ...catalogueRoutes,
]);
