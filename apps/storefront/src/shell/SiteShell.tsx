import { SkipLink } from "@foyer/ui/SkipLink.tsx";
import { useWakefulness } from "../shared/awake.ts";
import { useBoot, useText } from "../shared/seller.tsx";
import { CurrentScreen } from "./CurrentScreen.tsx";
import { firstStrings } from "../shared/first.strings.ts";
import { CustomBlocks, Footer, framePart, Header } from "./parts.ts";
import css from "./SiteShell.module.css";
import { useCurrent } from "./useCurrent.ts";

/** The frame around every screen. */
export function SiteShell() {
  const { seller, shown } = useBoot();
  const isAwake = useWakefulness() !== "asleep" || !shown.asleep;
  const frame = framePart.usePartWhen(isAwake);
  const current = useCurrent(frame?.table);
  const t = useText(firstStrings);

  const place = { route: current?.route.name ?? shown.route, event_id: current?.params.id };
  const hasBlocks = (seller.web.content_blocks ?? []).length > 0;

  return (
    <div className={css.shell}>
      <SkipLink>{t("shell.skip")}</SkipLink>
      <Header />
      {frame && <frame.Mishaps />}
      <main id="main-content" className={css.main} tabIndex={-1}>
        {hasBlocks && <CustomBlocks slot="top" {...place} />}
        <CurrentScreen current={current} />
        {hasBlocks && <CustomBlocks slot="bottom" {...place} />}
      </main>
      <Footer />
      {frame && current && <frame.Seams current={current} />}
    </div>
  );
}
