import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type RouteComponent,
} from "@tanstack/react-router";
import type { Permission } from "@foyer/contract/office/permissions.ts";
import { AccountScreen } from "../features/account/AccountScreen.tsx";
import { AuditScreen } from "../features/audit/AuditScreen.tsx";
import { GateScreen } from "../features/gate/GateScreen.tsx";
import { OrderScreen } from "../features/orders/OrderScreen.tsx";
import { OrdersScreen } from "../features/orders/OrdersScreen.tsx";
import { orderSearchNames, type OrderSearch } from "../features/orders/orderQueries.ts";
import { InvitationScreen, NewPasswordScreen } from "../features/signin/LinkScreens.tsx";
import { SecondFactorScreen } from "../features/signin/SecondFactorSetup.tsx";
import { ForgotPasswordScreen, SignInScreen } from "../features/signin/SignInScreen.tsx";
import { StaffScreen } from "../features/staff/StaffScreen.tsx";
import { CallError } from "../shared/call.ts";
import { meQuery, queryClient, whenSignedOut, type AuditFilters, type Me } from "../shared/queries.ts";
import { FailedScreen, NotAllowedScreen, NotFoundScreen } from "../shell/Messages.tsx";
import { screens, screensFor } from "../shell/screens.ts";
import { Shell } from "../shell/Shell.tsx";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen });

const apart = (path: "/forgot-password" | "/invitation" | "/new-password", component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const signInRoute = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  component: SignInScreen,
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: typeof next === "string" ? next : undefined,
  }),
});

/** Who is signed in; sends anybody else to the sign-in screen, and back afterwards. */
const requireMe = async (href: string): Promise<Me> => {
  try {
    return await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof CallError && error.status === 401)
      throw redirect({ to: "/sign-in", search: { next: `/_office${href}` } });
    throw error;
  }
};

const secondFactorRoute = createRoute({
  getParentRoute: () => root,
  path: "/second-factor",
  beforeLoad: ({ location }) => requireMe(location.href),
  component: SecondFactorScreen,
});

/** Everything inside of the frame. */
const signedInRoute = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ location }) => {
    const me = await requireMe(location.href);
    if (me.second_factor.is_required && me.second_factor.totp_since === null) throw redirect({ to: "/second-factor" });
    return { me };
  },
  component: Shell,
  errorComponent: FailedScreen,
});

const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  beforeLoad: ({ context: { me } }) => {
    const [first] = me.sellers;
    throw first ? redirect({ to: "/$slug", params: { slug: first.slug } }) : redirect({ to: "/account" });
  },
});

const accountRoute = createRoute({ getParentRoute: () => signedInRoute, path: "/account", component: AccountScreen });

const sellerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/$slug",
  beforeLoad: ({ context: { me }, params }) => ({ seller: me.sellers.find(({ slug }) => slug === params.slug) }),
  component: SellerFrame,
});

function SellerFrame() {
  const { seller } = sellerRoute.useRouteContext();
  return seller ? <Outlet /> : <NotFoundScreen />;
}

const sellerHomeRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/",
  beforeLoad: ({ context: { seller }, params }) => {
    const [first] = seller ? screensFor(seller.permissions) : [];
    if (first) throw redirect({ to: first.to, params });
    if (seller) throw redirect({ to: "/account" });
  },
  component: NotFoundScreen,
});

/** The texts of an address that a screen knows. A number that somebody searched for arrives as one. */
const textsOf = (search: Record<string, unknown>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      const text = typeof value === "number" ? String(value) : value;
      return typeof text === "string" && text !== "" ? [[name, text]] : [];
    }),
  );

/** A screen that says so where the reader may not use it. The server refuses its calls anyway. */
const guarded = (can: Permission, Screen: RouteComponent) =>
  function Guarded() {
    const { seller } = sellerRoute.useRouteContext();
    return seller?.permissions.includes(can) === true ? <Screen /> : <NotAllowedScreen />;
  };
const [ordersScreen, gateScreen, staffScreen, auditScreen] = screens;

const ordersRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/orders",
  component: guarded(ordersScreen.can, OrdersScreen),
  validateSearch: (search: Record<string, unknown>): OrderSearch => textsOf(search, orderSearchNames),
});

const orderRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/orders/$number",
  component: guarded(ordersScreen.can, OrderScreen),
});

const staffRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/staff",
  component: guarded(staffScreen.can, StaffScreen),
});

const gateRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/gate",
  component: guarded(gateScreen.can, GateScreen),
});

const filterNames = ["from", "to", "staff_id", "action", "entity_kind", "entity_id", "reason"] as const;
const auditRoute = createRoute({
  getParentRoute: () => sellerRoute,
  path: "/audit",
  component: guarded(auditScreen.can, AuditScreen),
  validateSearch: (search: Record<string, unknown>): AuditFilters => textsOf(search, filterNames),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signInRoute,
    apart("/forgot-password", ForgotPasswordScreen),
    apart("/invitation", InvitationScreen),
    apart("/new-password", NewPasswordScreen),
    secondFactorRoute,
    signedInRoute.addChildren([
      homeRoute,
      accountRoute,
      sellerRoute.addChildren([sellerHomeRoute, ordersRoute, orderRoute, staffRoute, auditRoute, gateRoute]),
    ]),
  ]),
  basepath: "/_office",
  defaultNotFoundComponent: NotFoundScreen,
});

whenSignedOut(() => {
  const { pathname, href } = router.state.location;
  if (["/sign-in", "/invitation"].includes(pathname)) return;
  void router.navigate({ to: "/sign-in", search: { next: `/_office${href}` } });
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
