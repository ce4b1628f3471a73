import { lazy, useState } from "react";
import { strengthOf, useStrength, type Strength } from "../features/login/loggedIn.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { useSeller, useText } from "../shared/seller.tsx";
import { useHydrated } from "../shared/useHydrated.ts";
import { Quiet } from "./Quiet.tsx";
import { shellStrings } from "./shell.strings.ts";

const SessionWatch = lazy(() =>
  loadChunk(() => import("./SessionWatch.tsx")).then((module) => ({ default: module.SessionWatch })),
);

/** Brings what looks after a login as soon as there is one. For everybody else this look at a cookie is all. */
export function SessionSeam() {
  const { slug } = useSeller();
  const t = useText(shellStrings);
  const strength = useStrength();
  const isHydrated = useHydrated();
  const [began, setBegan] = useState<Strength>();
  if (isHydrated && began === undefined) setBegan(strengthOf(slug));
  const [isWanted, setWanted] = useState(false);
  // Once there it stays: it has to see the login end, too.
  if (!isWanted && began !== undefined && strength !== "none") setWanted(true);
  return (
    isWanted &&
    began !== undefined && (
      <Quiet failed={t("chunk.failed")}>
        <SessionWatch began={began} />
      </Quiet>
    )
  );
}
