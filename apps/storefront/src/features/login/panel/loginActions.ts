import type { LoginMethodName } from "../loginMethod.ts";

export type LoginActionName = "send_code" | "enter_password" | "log_in";

/** What the first form of a login can do. The first action is the one that Enter runs. */
export const loginActionsOf = (method: LoginMethodName, isStepwise: boolean): readonly LoginActionName[] => {
  const logIn = isStepwise ? "enter_password" : "log_in";
  if (method === "otp") return ["send_code"];
  if (method !== "otp_or_password") return [logIn];
  return isStepwise ? ["send_code", logIn] : [logIn, "send_code"];
};
