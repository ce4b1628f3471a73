import { useEffect, useRef, useState } from "react";

/** Runs one attempt at a time, and drops the outcome once the component is unmounted. */
export const useAttempt = () => {
  const [isBusy, setBusy] = useState(false);
  const isMounted = useRef(false);
  const isRunning = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);

  const attempt = async <T>(run: () => Promise<T>, onDone: (value: T) => void, onFailed: (error: unknown) => void) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const value = await run();
      if (isMounted.current) onDone(value);
    } catch (error) {
      if (isMounted.current) onFailed(error);
    } finally {
      isRunning.current = false;
      if (isMounted.current) setBusy(false);
    }
  };
  return { isBusy, attempt, isMounted };
};
