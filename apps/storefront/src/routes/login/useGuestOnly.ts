import { useEffect } from "react";
import { useLocation } from "wouter";
import { useLoginStrength } from "../../features/login/session/loginStrength.ts";

/** Redirects home visitors who are logged in, or when `isMissing` is true. */
export const useGuestOnly = (isMissing = false): void => {
  const [, navigate] = useLocation();
  const shouldLeave = useLoginStrength() === "full" || isMissing;
  useEffect(() => {
    if (shouldLeave) navigate("/", { replace: true });
  }, [shouldLeave, navigate]);
};
