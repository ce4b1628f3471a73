import { useEffect } from "react";
import { useLocation } from "wouter";
import { useHasWholeLogin } from "../../features/login/session/useHasWholeLogin.ts";

/** Redirects home visitors who are logged in, or when `isMissing` is true. */
export const useGuestOnly = (isMissing = false): void => {
  const [, navigate] = useLocation();
  const shouldLeave = useHasWholeLogin() || isMissing;
  useEffect(() => {
    if (shouldLeave) navigate("/", { replace: true });
  }, [shouldLeave, navigate]);
};
