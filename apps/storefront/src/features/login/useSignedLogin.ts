import { useEffect, useEffectEvent, useState } from "react";
import { report } from "../../shared/reports.ts";
import { useSecret } from "../../shared/useSecret.ts";
import { logInWith } from "./login.queries.ts";
import { useArrived } from "./useArrived.ts";
import { useAttempt } from "./useAttempt.ts";

/**
 * Whoever comes back from the seller's own login brings a signed token behind the '#' of the address (`#jwt=…`): it is
 * taken out of it, and logged in with. Undefined where there is none.
 */
export const useSignedLogin = (): "under way" | "failed" | undefined => {
  const jwt = useSecret("jwt", "hash");
  const arrived = useArrived();
  const { attempt } = useAttempt();
  const [isOver, setOver] = useState<"in" | "failed">();
  const logIn = useEffectEvent((token: string): void => {
    void attempt(
      () => logInWith({ jwt: token }, undefined),
      (reply) => {
        arrived(reply);
        setOver("in");
      },
      (error) => {
        report(new Error(`SFEC error: ${error instanceof Error ? error.message : "unknown"}`));
        setOver("failed");
      },
    );
  });
  useEffect(() => {
    if (jwt) logIn(jwt);
  }, [jwt]);
  if (!jwt || isOver === "in") return undefined;
  return isOver ?? "under way";
};
