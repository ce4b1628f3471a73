import { useState } from "react";
import { useLocation } from "wouter";
import { useLoginDialogRequest } from "../../features/login/session/loginDialogStore.ts";
import { lazyComponent } from "../../shared/loading/lazyComponent.ts";
import { paths } from "../../shared/url/paths.ts";
import { useSeller } from "../../shared/seller/seller.tsx";
import { LoadedHost } from "./LoadedHost.tsx";

const lazyLoginModal = lazyComponent([], () => import("./LoginModal.tsx"));

/**
 * Shows the login dialog, whatever opened it: a link, a guard, a member's code in the URL. Not on the login page
 * (`LoginScreen`), which shows the same.
 */
export function LazyLoginHost() {
  const request = useLoginDialogRequest();
  const { configuration } = useSeller();
  const [path] = useLocation();
  const isLoginPage = [
    paths.login(configuration),
    paths.loginCallback(configuration),
    paths.externalCallback(),
  ].includes(path);
  const [isRequested, setRequested] = useState(false);
  // Stays mounted once shown, so that closing is animated.
  if (request && !isLoginPage && !isRequested) setRequested(true);
  return (
    isRequested && (
      <LoadedHost part={lazyLoginModal} name="login" isAsked={request !== null && !isLoginPage}>
        {(part) => <part.LoginModal request={isLoginPage ? null : request} />}
      </LoadedHost>
    )
  );
}
