import { lazy, Suspense, useState } from "react";
import { loadChunk } from "../shared/loadChunk.ts";
import { useLoginWish } from "./loginWish.ts";

const LoginModal = lazy(() => loadChunk(() => import("./LoginModal.tsx")).then((module) => ({ default: module.LoginModal })));

/**
 * The place where the login dialog opens. Until there is a way to log in it says so and lets the visitor go on, whoever
 * asked for it: a link, a guard, a member's code in an address.
 */
export function LoginSeam() {
  const wish = useLoginWish();
  const [wasAsked, setAsked] = useState(false);
  // Once asked for it stays, so that it can be seen to close.
  if (wish && !wasAsked) setAsked(true);
  return (
    wasAsked && (
      <Suspense>
        <LoginModal wish={wish} />
      </Suspense>
    )
  );
}
