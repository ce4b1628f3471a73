import { useEffect } from "react";
import { matchRoute, routeNamed } from "../../routes/routes.ts";
import { withQueryClient } from "../../shared/queries/QueryProvider.tsx";
import { useBoot } from "../../shared/seller/seller.tsx";
import { useCartCookie } from "../../shared/storage/useCartCookie.ts";
import { LazyCartHost, preloadCartWatch } from "../hosts/LazyCartHost.tsx";
import { LazyConsentHost } from "../hosts/LazyConsentHost.tsx";
import { ContentBlocks as Blocks } from "./ContentBlocks.tsx";
import { ErrorBanner } from "../errors/ErrorBanner.tsx";
import { OfflineNotice } from "../errors/OfflineNotice.tsx";
import { Footer as PageFooter } from "./Footer.tsx";
import { Header as PageHeader } from "./Header.tsx";
import { LazyLoginHost } from "../hosts/LazyLoginHost.tsx";
import { prefetchLinks } from "../navigation/prefetchLinks.ts";
import { LazyMembershipHost } from "../hosts/LazyMembershipHost.tsx";
import { LazySessionHost } from "../hosts/LazySessionHost.tsx";
import { useNavigationEffects } from "../navigation/useNavigationEffects.ts";
import type { CurrentRoute } from "../navigation/useCurrentRoute.ts";

/** Loaded by lazyPageFrame.ts, because a first view with deferred hydration does not need it. */
export const FrameHeader = withQueryClient(PageHeader);
export const FrameFooter = withQueryClient(PageFooter);
export const FrameContentBlocks = withQueryClient(Blocks);
export const FrameErrorBanner = withQueryClient(ErrorBanner);
export const preloadCart = preloadCartWatch;
export const routeTable = { matchRoute, routeNamed } as const;

/** Hosts of dialogs and background tasks; most render nothing. */
export const LazyHosts = withQueryClient(function Seams({ current }: { readonly current: CurrentRoute }) {
  const boot = useBoot();
  useNavigationEffects(current);
  useCartCookie();
  useEffect(() => prefetchLinks(boot), [boot]);
  return (
    <>
      <OfflineNotice />
      <LazyLoginHost />
      <LazyMembershipHost />
      <LazySessionHost />
      {boot.seller.web.analytics && <LazyConsentHost />}
      <LazyCartHost atCheckout={current.route.name === "checkout"} />
    </>
  );
});
