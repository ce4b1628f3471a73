import { useMemo } from "react";
import { Router } from "wouter";
import type { Boot } from "@foyer/contract/boot.ts";
import { Announcer } from "@foyer/ui/Announcer.tsx";
import { ModalStack } from "@foyer/ui/ModalStack.tsx";
import "@foyer/ui/styles/foundation.css";
import { BootProvider } from "./shared/seller.tsx";
import { SiteShell } from "./shell/SiteShell.tsx";
import { hrefOf, navigation } from "./shell/navigation.ts";

export function App({ boot }: { readonly boot: Boot }) {
  const aroundNav = useMemo(() => navigation(boot), [boot]);
  const { path, search } = boot.shown;
  return (
    <BootProvider boot={boot}>
      <Router base={boot.base} hrefs={hrefOf} aroundNav={aroundNav} ssrPath={boot.base + path} ssrSearch={search}>
        <Announcer>
          <ModalStack>
            <SiteShell />
          </ModalStack>
        </Announcer>
      </Router>
    </BootProvider>
  );
}
