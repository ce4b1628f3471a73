import { useMemo } from "react";
import { Router } from "wouter";
import type { BootData } from "@foyer/contract/boot.ts";
import { Announcer } from "@foyer/ui/feedback/Announcer.tsx";
import { ModalStack } from "@foyer/ui/overlay/ModalStack.tsx";
import "@foyer/ui/styles/foundation.css";
import { BootProvider } from "./shared/seller/seller.tsx";
import { lazyPageFrame } from "./shell/frame/lazyPageFrame.ts";
import { SiteShell } from "./shell/frame/SiteShell.tsx";
import { navigation } from "./shell/navigation/navigation.ts";
import { normalizeHref } from "./shell/navigation/appContext.ts";

export function App({ boot }: { readonly boot: BootData }) {
  const aroundNav = useMemo(() => navigation(boot, lazyPageFrame.load), [boot]);
  const { path, search } = boot.shown;
  return (
    <BootProvider boot={boot}>
      <Router
        base={boot.base}
        hrefs={normalizeHref}
        aroundNav={aroundNav}
        ssrPath={boot.base + path}
        ssrSearch={search}
      >
        <Announcer>
          <ModalStack>
            <SiteShell />
          </ModalStack>
        </Announcer>
      </Router>
    </BootProvider>
  );
}
