import { useEffect, useRef, useState } from "react";

/** One attempt at a time; who has gone on meanwhile hears nothing of it. */
export const useAttempt = () => {
  const [isBusy, setBusy] = useState(false);
  const isHere = useRef(false);
  const isUnderWay = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const attempt = async <T>(work: () => Promise<T>, done: (value: T) => void, failed: (error: unknown) => void) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    try {
      const value = await work();
      if (isHere.current) done(value);
    } catch (error) {
      if (isHere.current) failed(error);
    } finally {
      isUnderWay.current = false;
      if (isHere.current) setBusy(false);
    }
  };
  return { isBusy, attempt, isHere };
};
