import { useEffect, useEffectEvent, useState } from "react";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useUrlSecret } from "../../../shared/url/useUrlSecret.ts";
import { requestLogin } from "../login.queries.ts";
import { useCompleteLogin } from "./useCompleteLogin.ts";
import { useAttempt } from "../panel/useAttempt.ts";

/**
 * Whoever comes back from the seller's own login brings a signed token behind the '#' of the address (`#jwt=…`): it is
 * taken out of it, and logged in with. Undefined where there is none.
 */
export const useJwtLogin = (): "pending" | "failed" | undefined => {
  const jwt = useUrlSecret("jwt", "hash");
  const completeLogin = useCompleteLogin();
  const { attempt } = useAttempt();
  const [outcome, setOutcome] = useState<"in" | "failed">();
  const logIn = useEffectEvent((token: string): void => {
    void attempt(
      () => requestLogin({ jwt: token }, undefined),
      (reply) => {
        completeLogin(reply);
        setOutcome("in");
      },
      (error) => {
        reportError(new Error(`SFEC error: ${error instanceof Error ? error.message : "unknown"}`));
        setOutcome("failed");
      },
    );
  });
  useEffect(() => {
    if (jwt) logIn(jwt);
  }, [jwt]);
  if (!jwt || outcome === "in") return undefined;
  return outcome ?? "pending";
};
