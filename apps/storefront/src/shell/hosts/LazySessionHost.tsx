import { lazy, useState } from "react";
import { readLoginStrength, useLoginStrength, type LoginStrength } from "../../features/login/session/loginStrength.ts";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { SilentErrorBoundary } from "../errors/SilentErrorBoundary.tsx";
import { shellStrings } from "../frame/shell.strings.ts";

const SessionWatch = lazy(() =>
  loadChunk(() => import("./SessionWatch.tsx")).then((module) => ({ default: module.SessionWatch })),
);

/** Watches the session as soon as there is a login. For other visitors it only reads a cookie. */
export function LazySessionHost() {
  const { slug } = useSeller();
  const t = useText(shellStrings);
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
      <SilentErrorBoundary failed={t("chunk.failed")}>
        <SessionWatch began={initialStrength} />
      </SilentErrorBoundary>
    )
  );
}
