import { loginElsewhere } from "../features/login/elsewhere.ts";
import { keepLogin } from "../features/login/keepLogin.ts";
import { tellLogin } from "../features/login/loggedIn.ts";
import { logInFromLink } from "../features/login/login.queries.ts";
import { loginStrings } from "../features/login/login.strings.ts";
import { linkRefusal } from "../features/login/loginRefused.ts";
import { wishLogin } from "../features/login/loginWish.ts";
import type { Deed } from "../routes/guards.ts";
import { report } from "../shared/reports.ts";
import { savedOf } from "../shared/saved.ts";
import { textsOf } from "../shared/seller.tsx";
import type { House } from "./navigation.ts";

export type LoginDeed = Extract<
  Deed,
  {
    kind:
      | "login_by_member_code"
      | "report_auth_error"
      | "open_login"
      | "start_external_login"
      | "finish_external_login";
  }
>;

/** What the guards found in an address about logging in (guards 6 and 7). */
export const doLoginDeed = async ({ boot, client }: House, here: string, deed: LoginDeed): Promise<void> => {
  const { seller } = boot;
  const t = textsOf(seller.strings, seller.locale, loginStrings);
  switch (deed.kind) {
    case "login_by_member_code":
      try {
        keepLogin(client, seller.slug, await logInFromLink(deed.credentials));
      } catch {
        // Whatever it is: the visitor goes on, and can log in another way (requirements OPEN-16).
        wishLogin({ required: false, message: linkRefusal(deed.credentials, t) });
      }
      return;
    case "report_auth_error":
      report(new Error(`SFEC error: ${deed.error}`));
      return wishLogin({ required: false, message: t("elsewhere.failed") });
    case "open_login":
      return wishLogin({ required: deed.required, ...(deed.otp !== undefined && { otp: deed.otp }) });
    case "start_external_login": {
      const where = loginElsewhere(seller, here, savedOf(seller.slug).get().cart_id);
      if ("missing" in where) return wishLogin({ required: false, message: t(where.missing) });
      return window.location.assign(where.url);
    }
    case "finish_external_login":
      // The server has kept the other's word before it led here.
      return tellLogin();
  }
};
