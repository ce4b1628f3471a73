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
 * The place where the login dialog opens, whoever asked for it: a link, a guard, a member's code in an address. Not over the
 * login's own page, which says the same (`LoginScreen`).
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
  // Once asked for it stays, so that it can be seen to close.
  if (request && !isLoginPage && !isRequested) setRequested(true);
  return (
    isRequested && (
      <SilentErrorBoundary failed={t("chunk.failed")}>
        <LoginModal wish={isLoginPage ? null : request} />
      </SilentErrorBoundary>
    )
  );
}
