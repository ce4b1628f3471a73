import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import type { BootData } from "@foyer/contract/boot.ts";
import { keepsUpsellChain } from "../../routes/guards/keepsUpsellChain.ts";
import { useBoot } from "../../shared/seller/seller.tsx";
import { ChunkLoadError } from "../../shared/loading/loadChunk.ts";
import { loadNavigateTo } from "./navigation.ts";
import type { CurrentRoute } from "./useCurrentRoute.ts";

/**
 * The server has already run the guards for this URL and set the body's class. Without a query, and if the upsell chain is
 * kept, there is nothing left to do.
 */
const isGuardedByServer = ({ shown }: BootData, { route, path }: CurrentRoute): boolean =>
  shown.path === path && shown.route === route.name && window.location.search === "" && keepsUpsellChain(route.name);

/** Everything that happens when a URL is opened: guards, title, focus and scroll position. */
export const useNavigationEffects = (current: CurrentRoute): void => {
  const boot = useBoot();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const previousPath = useRef<string>(undefined);
  const wentBack = useRef(false);
  const giveUpFocus = useRef((): void => undefined);

  useEffect(() => {
    const onBack = () => void (wentBack.current = true);
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);

  useEffect(() => {
    if (previousPath.current === undefined && isGuardedByServer(boot, current)) return undefined;
    let isCancelled = false;
    const context = { boot, client };
    const guard = async (): Promise<void> => {
      const { memberForGuards, applyGuards } = await loadNavigateTo();
      const member = await memberForGuards(context, current);
      if (!isCancelled) applyGuards(context, current, member, navigate);
    };
    void guard().catch((error: unknown) => {
      if (!(error instanceof ChunkLoadError)) throw error;
      // Left to the banner, which runs them again.
      throw new ChunkLoadError(error, guard);
    });
    return () => void (isCancelled = true);
  }, [boot, client, current, navigate]);

  useEffect(() => {
    const { path } = current;
    const isFirst = previousPath.current === undefined;
    const isNew = previousPath.current !== path;
    previousPath.current = path;
    if (isFirst) return undefined;
    if (isNew) {
      if (!wentBack.current) window.scrollTo(0, 0);
      giveUpFocus.current();
    }
    wentBack.current = false;
    let isCancelled = false;
    const arrived = loadNavigateTo().then(async ({ focusScreen, pageTitle }) => {
      if (isNew && !isCancelled) giveUpFocus.current = focusScreen();
      const title = await pageTitle(current, { boot, client });
      if (isCancelled) return;
      document.title = title;
      if (isNew) announce(title);
    });
    arrived.catch(() => undefined);
    return () => void (isCancelled = true);
  }, [announce, boot, client, current]);
};
