import { ssoLoginRedirect } from "../../features/login/session/ssoRedirect.ts";
import { storeLogin } from "../../features/login/session/storeLogin.ts";
import { notifyLoginChange } from "../../features/login/session/loginStrength.ts";
import { logInFromLink } from "../../features/login/login.queries.ts";
import { loginStrings } from "../../features/login/login.strings.ts";
import { describeLinkRefusal } from "../../features/login/panel/loginRefusal.ts";
import { openLoginDialog } from "../../features/login/session/loginDialogStore.ts";
import type { GuardEffect } from "../../routes/guards/guards.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { createTranslator } from "../../shared/seller/seller.tsx";
import type { AppContext } from "./appContext.ts";

export type LoginEffect = Extract<
  GuardEffect,
  {
    kind:
      | "login_by_member_code"
      | "report_auth_error"
      | "open_login"
      | "start_external_login"
      | "finish_external_login";
  }
>;

/** Runs the effects of guards 6 and 7, which are about logging in. */
export const runLoginEffect = async (
  { boot, client }: AppContext,
  address: string,
  effect: LoginEffect,
): Promise<void> => {
  const { seller } = boot;
  const t = createTranslator(seller.strings, seller.locale, loginStrings);
  switch (effect.kind) {
    case "login_by_member_code":
      try {
        storeLogin(client, seller.slug, await logInFromLink(effect.credentials));
      } catch (error) {
        // Whatever the error, the visitor continues and can log in another way.
        const link = { parameters: effect.credentials, configuration: seller.configuration };
        const shared = createTranslator(seller.strings, seller.locale, sharedStrings);
        openLoginDialog({ required: false, message: describeLinkRefusal(error, link, { t, shared }) });
      }
      return;
    case "report_auth_error":
      reportError(new Error(`SFEC error: ${effect.error}`));
      return openLoginDialog({ required: false, message: t("sso.failed") });
    case "open_login":
      return openLoginDialog({ required: effect.required, ...(effect.otp !== undefined && { otp: effect.otp }) });
    case "start_external_login": {
      const target = ssoLoginRedirect(seller, address, savedStoreFor(seller.slug).get().cart_id);
      // The dialog's own panel says what is missing.
      if ("missing" in target) return openLoginDialog({ required: false });
      return window.location.assign(target.url);
    }
    case "finish_external_login":
      // The server has stored the login before redirecting here.
      return notifyLoginChange();
  }
};
