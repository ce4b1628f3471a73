import { useEffect } from "react";
import { useLocation } from "wouter";
import { useLoginStrength } from "../../features/login/session/loginStrength.ts";

/** A screen that is nothing for whoever is logged in, or without what `isMissing` says: they are led home (GUARD-15, 16). */
export const useGuestOnly = (isMissing = false): void => {
  const [, navigate] = useLocation();
  const shouldLeave = useLoginStrength() === "full" || isMissing;
  useEffect(() => {
    if (shouldLeave) navigate("/", { replace: true });
  }, [shouldLeave, navigate]);
};
