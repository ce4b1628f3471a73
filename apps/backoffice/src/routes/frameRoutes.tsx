import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AsyncRouteComponent,
  type RouteComponent,
} from "@tanstack/react-router";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { CallError } from "../shared/call.ts";
import { meQuery, queryClient, type Me } from "../shared/queries.ts";
import { FailedScreen, NotAllowedScreen, NotFoundScreen } from "../shell/Messages.tsx";
import { screens, type Screen } from "../shell/screens.ts";
import { Shell } from "../shell/Shell.tsx";

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen });

/** The signed-in account. Redirects anybody else to the sign-in screen, and back afterwards. */
export const requireMe = async (href: string): Promise<Me> => {
  try {
    return await queryClient.ensureQueryData(meQuery);
  } catch (error) {
    if (error instanceof CallError && error.status === 401)
      throw redirect({ to: "/sign-in", search: { next: `/_office${href}` } });
    throw error;
  }
};

/** All screens within the frame. */
export const signedInRoute = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ location }) => {
    const me = await requireMe(location.href);
    const { is_required, totp_since, passkeys } = me.second_factor;
    if (is_required && totp_since === null && passkeys.length === 0) throw redirect({ to: "/second-factor" });
    return { me };
  },
  component: Shell,
  errorComponent: FailedScreen,
});

export const sellerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/$slug",
  beforeLoad: ({ context: { me }, params }) => ({ seller: me.sellers.find(({ slug }) => slug === params.slug) }),
  component: SellerFrame,
});

function SellerFrame() {
  const { seller } = sellerRoute.useRouteContext();
  return seller ? <Outlet /> : <NotFoundScreen />;
}

/**
 * A screen whose script is loaded when it is first shown. Readers without the permission get a message; the server would
 * refuse its calls anyway.
 */
export const guarded = <Name extends string>(
  can: Permission,
  load: () => Promise<Readonly<Record<Name, RouteComponent>>>,
  name: Name,
): AsyncRouteComponent<object> => {
  const loadScreen = async (): Promise<{ readonly Screen: RouteComponent }> => ({ Screen: (await load())[name] });
  const Screen = lazyRouteComponent(loadScreen, "Screen");
  const Guarded = () => {
    const { seller } = sellerRoute.useRouteContext();
    return seller?.permissions.includes(can) === true ? <Screen /> : <NotAllowedScreen />;
  };
  return Object.assign(Guarded, { preload: async () => Screen.preload?.() });
};
/** Found by address, since the position in the list may change. */
export const canUse = (path: Screen["to"]): Permission => {
  const screen = screens.find(({ to }) => to === path);
  if (!screen) throw new Error(`There is no screen ${path}`);
  return screen.can;
};
