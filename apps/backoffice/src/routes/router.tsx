import { createRoute, createRouter, lazyRouteComponent, redirect, type RouteComponent } from "@tanstack/react-router";
import { sellerList } from "@foyer/contract/office/staff/operator.ts";
import { ForgotPasswordScreen, SignInScreen } from "../features/signin/SignInScreen.tsx";
import { listTextsOf, type ListSearch } from "../shared/list/listSearch.ts";
import { whenSignedOut } from "../shared/queries.ts";
import { NotAllowedScreen, NotFoundScreen, PendingScreen } from "../shell/Messages.tsx";
import { requireMe, root, signedInRoute } from "./frameRoutes.tsx";
import { sellerRoutes } from "./sellerRoutes.tsx";

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

const secondFactorRoute = createRoute({
  getParentRoute: () => root,
  path: "/second-factor",
  beforeLoad: ({ location }) => requireMe(location.href),
  component: lazyRouteComponent(() => import("../features/signin/SecondFactorSetup.tsx"), "SecondFactorScreen"),
});

const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/",
  beforeLoad: ({ context: { me } }) => {
    const [first] = me.sellers;
    if (me.is_operator) throw redirect({ to: "/operator" });
    throw first ? redirect({ to: "/$slug", params: { slug: first.slug } }) : redirect({ to: "/account" });
  },
});

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/account",
  component: lazyRouteComponent(() => import("../features/account/AccountScreen.tsx"), "AccountScreen"),
});

const OperatorScreen = lazyRouteComponent(() => import("../features/operator/OperatorScreen.tsx"), "OperatorScreen");
const operatorRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/operator",
  validateSearch: (search: Record<string, unknown>): ListSearch => listTextsOf(search, ["q"], sellerList),
  component: () => (operatorRoute.useRouteContext().me.is_operator ? <OperatorScreen /> : <NotAllowedScreen />),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signInRoute,
    apart("/forgot-password", ForgotPasswordScreen),
    apart(
      "/invitation",
      lazyRouteComponent(() => import("../features/signin/LinkScreens.tsx"), "InvitationScreen"),
    ),
    apart(
      "/new-password",
      lazyRouteComponent(() => import("../features/signin/LinkScreens.tsx"), "NewPasswordScreen"),
    ),
    secondFactorRoute,
    signedInRoute.addChildren([homeRoute, accountRoute, operatorRoute, sellerRoutes]),
  ]),
  basepath: "/_office",
  defaultNotFoundComponent: NotFoundScreen,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 300,
  // A screen's script is preloaded when its link is hovered or focused.
  defaultPreload: "intent",
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
