import { useState } from "react";
import { readLoginStrength, useLoginStrength, type LoginStrength } from "../../features/login/session/loginStrength.ts";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { LoadedHost } from "./LoadedHost.tsx";

const lazySessionWatch = lazyComponent([], () => import("./SessionWatch.tsx"));

/** Watches the session as soon as there is a login. For other visitors it only reads a cookie. */
export function LazySessionHost() {
  const { slug } = useSeller();
  const strength = useLoginStrength();
  const isHydrated = useHydrated();
  const [initialStrength, setInitialStrength] = useState<LoginStrength>();
  if (isHydrated && initialStrength === undefined) setInitialStrength(readLoginStrength(slug));
  const [isWanted, setWanted] = useState(false);
  // Stays mounted, because it has to notice when the login ends.
  if (!isWanted && initialStrength !== undefined && strength !== "none") setWanted(true);
  return (
    isWanted &&
    initialStrength !== undefined && (
      <LoadedHost part={lazySessionWatch} name="session">
        {(part) => <part.SessionWatch began={initialStrength} />}
      </LoadedHost>
    )
  );
}
