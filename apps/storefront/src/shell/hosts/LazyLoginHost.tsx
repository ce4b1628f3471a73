import { lazy, useState } from "react";
import { useLocation } from "wouter";
import { useLoginDialogRequest } from "../../features/login/session/loginDialogStore.ts";
import { loadChunk } from "../../shared/loading/loadChunk.ts";
import { paths } from "../../shared/url/paths.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { SilentErrorBoundary } from "../errors/SilentErrorBoundary.tsx";
import { shellStrings } from "../frame/shell.strings.ts";

const LoginModal = lazy(() =>
  loadChunk(() => import("./LoginModal.tsx")).then((module) => ({ default: module.LoginModal })),
);

/**
 * Shows the login dialog, whatever opened it: a link, a guard, a member's code in the URL. Not on the login page
 * (`LoginScreen`), which shows the same.
 */
export function LazyLoginHost() {
  const request = useLoginDialogRequest();
  const t = useText(shellStrings);
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
      <SilentErrorBoundary failed={t("chunk.failed")}>
        <LoginModal request={isLoginPage ? null : request} />
      </SilentErrorBoundary>
    )
  );
}
