import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { keepOverReload, keptOverReload } from "./overReload.ts";
import { isTimeToLoad } from "./isTimeToLoad.ts";
import { lastUse } from "../../shared/attendance.ts";
import { releases } from "./Releases.ts";
import css from "../Scan.module.css";

const lookMs = 5_000;
/** Milliseconds for which the page says that it was updated. */
const saidMs = 20_000;

const load = (): void => {
  keepOverReload("updated", "yes");
  location.reload();
};

type ReleaseNoticeProps = {
  /** Whether somebody reads an answer or enters something, or there is no network. */
  readonly isBusy: boolean;
  /** Whether scans are lost by loading the page again. */
  readonly cannotStore: boolean;
  readonly isScanning: () => boolean;
};

/** Loads a newer release of the page while nobody needs it, and says so before and after. */
export function ReleaseNotice({ isBusy, cannotStore, isScanning }: ReleaseNoticeProps) {
  const hasNewer = useSyncExternalStore(releases.subscribe, () => releases.hasNewer);
  const [wasUpdated, setUpdated] = useState(() => keptOverReload("updated") !== null);
  useEffect(() => {
    if (!wasUpdated) return undefined;
    keepOverReload("updated", undefined);
    const timer = setTimeout(() => setUpdated(false), saidMs);
    return () => clearTimeout(timer);
  }, [wasUpdated]);
  const isWaiting = hasNewer && !isBusy && !cannotStore;
  const loadIfUnused = useEffectEvent((since: number) => {
    if (!isScanning() && isTimeToLoad({ now: Date.now(), since, usedAt: lastUse() })) load();
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const since = Date.now();
    const timer = setInterval(() => loadIfUnused(since), lookMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
  if (hasNewer)
    return (
      <div role="status" className={css.release}>
        <p>
          {cannotStore
            ? "A new version of this page is ready. Load it when no scan is waiting."
            : "A new version of this page is ready. It loads once nobody has scanned for a minute."}
        </p>
        {!cannotStore && (
          <Button size="small" onClick={load}>
            Load it now
          </Button>
        )}
      </div>
    );
  return (
    <div role="status" className={css.release}>
      {wasUpdated && <p>This page was updated.</p>}
    </div>
  );
}
