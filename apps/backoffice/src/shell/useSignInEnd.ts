import { useEffect, useRef, useState } from "react";
import { readMe } from "@foyer/contract/office/staff/staffAccount.ts";
import { lastUse } from "../shared/attendance.ts";
import { callWithoutAsking, onSignInEnded } from "../shared/call.ts";
import { meQuery, queryClient, type Me } from "../shared/queries.ts";

const lookMs = 30_000;

/** Whoever signed in is the one whose screen this is. Another person gets screens of their own. */
const isSame = async (id: string): Promise<boolean> => {
  const me = await callWithoutAsking(readMe, {});
  if (me.id === id) {
    queryClient.setQueryData(meQuery.queryKey, me);
    return true;
  }
  globalThis.location.assign("/_office/");
  return false;
};

/**
 * Calls that find that the sign-in has ended wait until the same person has signed in again, in this tab or in another one.
 * Typing counts as use, also where it calls nothing; and where nobody uses the page, it finds out that the sign-in is over.
 */
export const useSignInEnd = ({ id, idle_minutes }: Me) => {
  const [hasEnded, setEnded] = useState(false);
  const waiting = useRef<((isSignedIn: boolean) => void)[]>([]);
  const settle = (isSignedIn: boolean): void => {
    for (const one of waiting.current.splice(0)) one(isSignedIn);
  };
  useEffect(() => {
    onSignInEnded(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setEnded(true);
        }),
    );
    return () => {
      onSignInEnded(undefined);
      settle(false);
    };
  }, []);
  const goOn = async (): Promise<void> => {
    if (!(await isSame(id))) return;
    setEnded(false);
    settle(true);
  };
  useEffect(() => {
    if (!hasEnded) return undefined;
    const look = (): void => void goOn().catch(() => undefined);
    globalThis.addEventListener("focus", look);
    return () => globalThis.removeEventListener("focus", look);
  });
  useEffect(() => {
    let toldAt = Date.now();
    const timer = setInterval(() => {
      const isUsed = lastUse() > toldAt;
      const isPast = Date.now() - Math.max(toldAt, lastUse()) >= idle_minutes * 60_000;
      if (!isUsed && !isPast) return;
      if (isUsed) toldAt = Date.now();
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    }, lookMs);
    return () => clearInterval(timer);
  }, [idle_minutes]);
  return { hasEnded, goOn };
};
