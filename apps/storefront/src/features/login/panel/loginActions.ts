import type { LoginMethodName } from "../loginMethod.ts";

export type LoginActionName = "send_code" | "enter_password" | "log_in";

/** The actions of a login's first form. Enter triggers the first one. */
export const loginActionsOf = (method: LoginMethodName, isStepwise: boolean): readonly LoginActionName[] => {
  const logIn = isStepwise ? "enter_password" : "log_in";
  if (method === "otp") return ["send_code"];
  if (method !== "otp_or_password") return [logIn];
  return isStepwise ? ["send_code", logIn] : [logIn, "send_code"];
};
