import { SkipLink } from "@foyer/ui/layout/SkipLink.tsx";
import { useHydrationState } from "../../shared/hydration/deferredHydration.ts";
import { useBoot, useText } from "../../shared/seller/seller.tsx";
import { CurrentScreen } from "./CurrentScreen.tsx";
import { frameStrings } from "../../shared/text/frame.strings.ts";
import { StaticContentBlocks, StaticFooter, lazyPageFrame, StaticHeader } from "./lazyPageFrame.ts";
import css from "./SiteShell.module.css";
import { useCurrentRoute } from "../navigation/useCurrentRoute.ts";

/** The frame around every screen. */
export function SiteShell() {
  const { seller, shown } = useBoot();
  const isHydrating = useHydrationState() !== "deferred" || !shown.deferHydration;
  const frame = lazyPageFrame.useLoadedWhen(isHydrating);
  const current = useCurrentRoute(frame?.routeTable);
  const t = useText(frameStrings);

  const location = { route: current?.route.name ?? shown.route, event_id: current?.params.id };
  const hasBlocks = (seller.web.content_blocks ?? []).length > 0;

  return (
    <div className={css.shell}>
      <SkipLink>{t("shell.skip")}</SkipLink>
      <StaticHeader />
      {frame && <frame.FrameErrorBanner />}
      <main id="main-content" className={css.main} tabIndex={-1}>
        {hasBlocks && <StaticContentBlocks slot="top" {...location} />}
        <CurrentScreen current={current} />
        {hasBlocks && <StaticContentBlocks slot="bottom" {...location} />}
      </main>
      <StaticFooter />
      {frame && current && <frame.LazyHosts current={current} />}
    </div>
  );
}
