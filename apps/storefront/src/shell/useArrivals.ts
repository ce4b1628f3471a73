import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { arrive, settle } from "../routes/arrive.ts";
import { passGuards, type Deed } from "../routes/guards.ts";
import { report } from "../shared/reports.ts";
import { savedOf } from "../shared/saved.ts";
import { useBoot, useText } from "../shared/seller.tsx";
import { wishLogin } from "./loginWish.ts";
import { focusHeading } from "./focusHeading.ts";
import { shellStrings } from "./shell.strings.ts";
import type { Current } from "./useCurrent.ts";

const bodyClass = (route: string) => `route-${route}`;

/** Everything that happens when an address is reached: the guards in their order, the title, focus and scroll. */
export const useArrivals = ({ route, path, search }: Current): void => {
  const boot = useBoot();
  const client = useQueryClient();
  const announce = useAnnounce();
  const t = useText(shellStrings);
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
    const doDeed = (deed: Deed): void => {
      const saved = savedOf(boot.seller.slug);
      switch (deed.kind) {
        case "skip_upsells":
          return saved.change({ skip_upsells: deed.skip });
        case "clear_upsell_chain":
          return saved.get().upsell_chain.length > 0 ? saved.change({ upsell_chain: [] }) : undefined;
        case "name_body":
          document.body.className = bodyClass(deed.route);
          return;
        case "login_by_member_code":
          return wishLogin({ required: false, message: t("login.member_not_found") });
        case "report_auth_error":
          report(new Error(`SFEC error: ${deed.error}`));
          return wishLogin({ required: false, message: t("login.auth_failed") });
        case "open_login":
          return wishLogin({ required: deed.required });
        case "start_external_login":
        case "finish_external_login":
          return wishLogin({ required: false });
      }
    };

    // The visible query, not the router's: the guards take away what the server never saw.
    const query = new URLSearchParams(window.location.search);
    const passed = passGuards({ path, search: query, route: route.name, shop: boot, hasPrefix: true, member: null });
    for (const deed of passed.deeds) doDeed(deed);
    if (passed.to !== undefined) return navigate(passed.to, { replace: true });
    const rest = (passed.search ?? query).toString();
    const settled = settle(rest === "" ? path : `${path}?${rest}`, { boot });
    const target = route.name.startsWith("error") ? path : settled;
    if (passed.search || target.split("?")[0] !== path) navigate(target, { replace: true });
  }, [boot, navigate, path, route, search, t]);

  useEffect(() => {
    const isFirst = before.current === undefined;
    const isNew = before.current !== path;
    before.current = path;
    let left = false;
    if (!isFirst && isNew) {
      if (!wentBack.current) window.scrollTo(0, 0);
      giveUpFocus.current();
      giveUpFocus.current = focusHeading();
    }
    wentBack.current = false;
    if (isFirst) return;
    void arrive(search === "" ? path : `${path}?${search}`, { boot, client }).then(
      ({ title }) => {
        if (left) return;
        document.title = title ? `${title} – ${boot.seller.name}` : boot.seller.name;
        if (isNew) announce(document.title);
      },
      () => undefined,
    );
    return () => void (left = true);
  }, [announce, boot, client, path, search]);
};
