import { lazy, useState } from "react";
import { useLocation } from "wouter";
import { useLoginWish } from "../features/login/loginWish.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { paths } from "../shared/paths.ts";
import { useSeller, useText } from "../shared/seller.tsx";
import { Quiet } from "./Quiet.tsx";
import { shellStrings } from "./shell.strings.ts";

const LoginModal = lazy(() =>
  loadChunk(() => import("./LoginModal.tsx")).then((module) => ({ default: module.LoginModal })),
);

/**
 * The place where the login dialog opens, whoever asked for it: a link, a guard, a member's code in an address. Not over the
 * login's own page, which says the same (`LoginScreen`).
 */
export function LoginSeam() {
  const wish = useLoginWish();
  const t = useText(shellStrings);
  const { configuration } = useSeller();
  const [path] = useLocation();
  const isPage = [paths.login(configuration), paths.loginCallback(configuration), paths.externalCallback()].includes(
    path,
  );
  const [wasAsked, setAsked] = useState(false);
  // Once asked for it stays, so that it can be seen to close.
  if (wish && !isPage && !wasAsked) setAsked(true);
  return (
    wasAsked && (
      <Quiet failed={t("chunk.failed")}>
        <LoginModal wish={isPage ? null : wish} />
      </Quiet>
    )
  );
}
