import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import type { Boot } from "@foyer/contract/boot.ts";
import { keepsChain } from "../routes/keepsChain.ts";
import { useBoot } from "../shared/seller.tsx";
import { loadGoing } from "./navigation.ts";
import type { Current } from "./useCurrent.ts";

/**
 * The server has led the visitor past the guards to this very address and named the body; without a query and where
 * the upsell chain is kept they have nothing more to do.
 */
const isPassed = ({ shown }: Boot, { route, path }: Current): boolean =>
  shown.path === path && shown.route === route.name && window.location.search === "" && keepsChain(route.name);

/** Everything that happens when an address is reached: the guards in their order, the title, focus and scroll. */
export const useArrivals = (current: Current): void => {
  const boot = useBoot();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [, navigate] = useLocation();
  const before = useRef<string>(undefined);
  const wentBack = useRef(false);
  const giveUpFocus = useRef((): void => undefined);

  useEffect(() => {
    const onBack = () => void (wentBack.current = true);
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, []);

  useEffect(() => {
    if (before.current === undefined && isPassed(boot, current)) return undefined;
    let left = false;
    const house = { boot, client };
    void loadGoing().then(async ({ memberAt, pass }) => {
      const member = await memberAt(house, current);
      if (!left) pass(house, current, member, navigate);
    });
    return () => void (left = true);
  }, [boot, client, current, navigate]);

  useEffect(() => {
    const { path } = current;
    const isFirst = before.current === undefined;
    const isNew = before.current !== path;
    before.current = path;
    if (isFirst) return undefined;
    if (isNew) {
      if (!wentBack.current) window.scrollTo(0, 0);
      giveUpFocus.current();
    }
    wentBack.current = false;
    let left = false;
    const arrived = loadGoing().then(async ({ focusScreen, titleOf }) => {
      if (isNew && !left) giveUpFocus.current = focusScreen();
      const title = await titleOf(current, { boot, client });
      if (left) return;
      document.title = title;
      if (isNew) announce(title);
    });
    arrived.catch(() => undefined);
    return () => void (left = true);
  }, [announce, boot, client, current]);
};
