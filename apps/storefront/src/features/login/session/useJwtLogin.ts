import { useEffect, useEffectEvent, useState } from "react";
import { reportError } from "../../../shared/errors/reportError.ts";
import { useUrlSecret } from "../../../shared/url/useUrlSecret.ts";
import { requestLogin } from "../login.queries.ts";
import { useCompleteLogin } from "./useCompleteLogin.ts";
import { useAttempt } from "../panel/useAttempt.ts";

/**
 * Logs in with the signed token that the seller's own login appends after the '#' of the return URL (`#jwt=…`), and removes
 * it from the URL. Undefined without a token.
 */
export const useJwtLogin = (): "pending" | "failed" | undefined => {
  const jwt = useUrlSecret("jwt", "hash");
  const completeLogin = useCompleteLogin();
  const { attempt } = useAttempt();
  const [outcome, setOutcome] = useState<"done" | "failed">();
  const logIn = useEffectEvent((token: string): void => {
    void attempt(
      () => requestLogin({ jwt: token }, undefined),
      (reply) => {
        completeLogin(reply);
        setOutcome("done");
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
  if (!jwt || outcome === "done") return undefined;
  return outcome ?? "pending";
};
