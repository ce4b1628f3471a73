import { useEffect } from "react";
import { useLocation } from "wouter";
import { useStrength } from "../features/login/loggedIn.ts";

/** A screen that is nothing for whoever is logged in, or without what `isMissing` says: they are led home (GUARD-15, 16). */
export const useForGuests = (isMissing = false): void => {
  const [, navigate] = useLocation();
  const isElsewhere = useStrength() === "full" || isMissing;
  useEffect(() => {
    if (isElsewhere) navigate("/", { replace: true });
  }, [isElsewhere, navigate]);
};
