import { useEffect, useRef, useState } from "react";
import { readMe } from "@foyer/contract/office/staff/staffAccount.ts";
import { lastUse } from "../shared/attendance.ts";
import { callForAnybody, onScreenOf, onSignInEnded } from "../shared/call.ts";
import { meQuery, queryClient, type Me } from "../shared/queries.ts";

const lookMs = 30_000;

/** Whether the person who signed in is the one whose screen this is. Sends another person to their own start page. */
const isSame = async (id: string): Promise<boolean> => {
  const me = await callForAnybody(readMe, {});
  if (me.id === id) {
    queryClient.setQueryData(meQuery.queryKey, me);
    return true;
  }
  globalThis.location.assign("/_office/");
  return false;
};

/**
 * Makes calls that are refused because the sign-in has ended wait until the same person signs in again, in this or
 * another tab. Reports typing as use even if it makes no call, and detects the end of the sign-in while nobody uses the
 * page.
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
    onScreenOf(id);
    return () => onScreenOf(undefined);
  }, [id]);
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
