import type { Route } from "./http/mount.ts";
import type { StaffRoute } from "./http/staff/mountStaff.ts";
import { identityRoutes } from "./modules/identity/routes.ts";
import { catalogRoutes } from "./modules/catalog/routes.ts";
import { seatingRoutes } from "./modules/seating/routes.ts";
import { codesRoutes } from "./modules/codes/routes.ts";
import { giftCardRoutes } from "./modules/giftcards/routes.ts";
import { cartRoutes } from "./modules/cart/routes.ts";
import { membershipRoutes } from "./modules/membership/routes.ts";
import { checkoutRoutes } from "./modules/checkout/routes.ts";
import { orderRoutes } from "./modules/orders/routes.ts";
import { aftersaleRoutes } from "./modules/aftersale/routes.ts";
import { renewalRoutes } from "./modules/renewals/routes.ts";
import { walletRoutes } from "./modules/wallet/routes.ts";
import { loginRoutes } from "./modules/account/login/routes.ts";
import { accountRoutes } from "./modules/account/routes.ts";
import { signInRoutes } from "./office/signin/routes.ts";
import { staffingRoutes } from "./office/staffing/routes.ts";
import { auditRoutes } from "./office/audit/routes.ts";
import { keyRoutes } from "./office/keys/routes.ts";
import { emailRoutes } from "./office/emails/routes.ts";
import { gateRoutes } from "./office/gate/routes.ts";
import { deskRoutes } from "./office/desk/routes.ts";
import { moneyRoutes } from "./office/money/routes.ts";
import { compRoutes } from "./office/comps/routes.ts";
import { memberRoutes } from "./office/members/routes.ts";
import { saleRoutes } from "./office/sale/routes.ts";
import { giftCardDeskRoutes } from "./office/giftcards/routes.ts";
import { codeDeskRoutes } from "./office/codes/routes.ts";
import { boardRoutes } from "./office/board/routes.ts";
import { sessionRoutes } from "./office/sessions/routes.ts";
import { bulkRoutes } from "./office/bulk/routes.ts";
import { reportRoutes } from "./office/reports/routes.ts";
import { listFileRoutes } from "./office/lists/routes.ts";
import { searchRoutes } from "./office/search/routes.ts";
import { viewRoutes } from "./office/views/routes.ts";
import { operatorRoutes } from "./office/operator/routes.ts";
import { editingRoutes } from "./office/editing/routes.ts";

/** The routes of all modules, in the order of the modules. */
export const apiRoutes: readonly Route[] = [
  ...identityRoutes,
  ...catalogRoutes,
  ...seatingRoutes,
  ...codesRoutes,
  ...giftCardRoutes,
  ...cartRoutes,
  ...membershipRoutes,
  ...checkoutRoutes,
  ...orderRoutes,
  ...aftersaleRoutes,
  ...renewalRoutes,
  ...walletRoutes,
  ...loginRoutes,
  ...accountRoutes,
];

/** The endpoints of the back office. */
export const staffRoutes: readonly StaffRoute[] = [
  ...signInRoutes,
  ...staffingRoutes,
  ...auditRoutes,
  ...keyRoutes,
  ...emailRoutes,
  ...gateRoutes,
  ...deskRoutes,
  ...moneyRoutes,
  ...compRoutes,
  ...memberRoutes,
  ...saleRoutes,
  ...giftCardDeskRoutes,
  ...codeDeskRoutes,
  ...boardRoutes,
  ...sessionRoutes,
  ...bulkRoutes,
  ...reportRoutes,
  ...listFileRoutes,
  ...searchRoutes,
  ...viewRoutes,
  ...operatorRoutes,
  ...editingRoutes,
];
