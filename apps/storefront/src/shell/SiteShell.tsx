import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { SkipLink } from "@foyer/ui/SkipLink.tsx";
import { useBoot, useText } from "../shared/seller.tsx";
import { CartKeeper } from "./CartKeeper.tsx";
import { ConsentSeam } from "./ConsentSeam.tsx";
import { CurrentScreen } from "./CurrentScreen.tsx";
import { CustomBlocks } from "./CustomBlocks.tsx";
import { ErrorBanner } from "./ErrorBanner.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { LoginSeam } from "./LoginSeam.tsx";
import { MembershipSeam } from "./MembershipSeam.tsx";
import { fetchAhead } from "./navigation.ts";
import { SessionSeam } from "./SessionSeam.tsx";
import { shellStrings } from "./shell.strings.ts";
import css from "./SiteShell.module.css";
import { useArrivals } from "./useArrivals.ts";
import { useCurrent } from "./useCurrent.ts";

/** The frame around every screen. */
export function SiteShell() {
  const boot = useBoot();
  const client = useQueryClient();
  const current = useCurrent();
  const t = useText(shellStrings);
  useArrivals(current);
  useEffect(() => fetchAhead({ boot, client }), [boot, client]);

  const place = { route: current.route.name, event_id: current.params.id };

  return (
    <div className={css.shell}>
      <SkipLink>{t("shell.skip")}</SkipLink>
      <Header />
      <ErrorBanner />
      <main id="main-content" className={css.main} tabIndex={-1}>
        <CustomBlocks slot="top" {...place} />
        <CurrentScreen current={current} />
        <CustomBlocks slot="bottom" {...place} />
      </main>
      <Footer />
      <LoginSeam />
      <MembershipSeam />
      <SessionSeam />
      {boot.seller.web.analytics && <ConsentSeam />}
      <CartKeeper atCheckout={current.route.name === "checkout"} />
    </div>
  );
}
