import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Router } from "wouter";
import type { Boot } from "@foyer/contract/boot.ts";
import { Announcer } from "@foyer/ui/Announcer.tsx";
import { ModalStack } from "@foyer/ui/ModalStack.tsx";
import "@foyer/ui/styles/foundation.css";
import { BootProvider } from "./shared/seller.tsx";
import { SiteShell } from "./shell/SiteShell.tsx";
import { hrefOf, navigation } from "./shell/navigation.ts";

export function App({ boot, client }: { readonly boot: Boot; readonly client: QueryClient }) {
  const aroundNav = useMemo(() => navigation({ boot, client }), [boot, client]);
  const { path, search } = boot.shown;
  return (
    <BootProvider boot={boot}>
      <QueryClientProvider client={client}>
        <Router base={boot.base} hrefs={hrefOf} aroundNav={aroundNav} ssrPath={boot.base + path} ssrSearch={search}>
          <Announcer>
            <ModalStack>
              <SiteShell />
            </ModalStack>
          </Announcer>
        </Router>
      </QueryClientProvider>
    </BootProvider>
  );
}
