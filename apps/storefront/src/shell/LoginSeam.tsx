import { lazy, useState } from "react";
import { useLoginWish } from "../features/login/loginWish.ts";
import { loadChunk } from "../shared/loadChunk.ts";
import { useText } from "../shared/seller.tsx";
import { Quiet } from "./Quiet.tsx";
import { shellStrings } from "./shell.strings.ts";

const LoginModal = lazy(() =>
  loadChunk(() => import("./LoginModal.tsx")).then((module) => ({ default: module.LoginModal })),
);

/** The place where the login dialog opens, whoever asked for it: a link, a guard, a member's code in an address. */
export function LoginSeam() {
  const wish = useLoginWish();
  const t = useText(shellStrings);
  const [wasAsked, setAsked] = useState(false);
  // Once asked for it stays, so that it can be seen to close.
  if (wish && !wasAsked) setAsked(true);
  return (
    wasAsked && (
      <Quiet failed={t("chunk.failed")}>
        <LoginModal wish={wish} />
      </Quiet>
    )
  );
}
