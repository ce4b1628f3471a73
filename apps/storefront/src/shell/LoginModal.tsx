import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Button } from "@foyer/ui/Button.tsx";
import { Modal } from "@foyer/ui/Modal.tsx";
import { useModals } from "@foyer/ui/ModalStack.tsx";
import { useStrength } from "../features/login/loggedIn.ts";
import { loginStrings } from "../features/login/login.strings.ts";
import { LoginPanel } from "../features/login/LoginPanel.tsx";
import { answerLogin, type LoginWish } from "../features/login/loginWish.ts";
import { useText } from "../shared/seller.tsx";
import { focusHeading } from "./focusHeading.ts";

const name = "login";

/** The login over whatever page it is asked for on, which is still there afterwards. */
export function LoginModal({ wish }: { readonly wish: LoginWish | null }) {
  const { open, close } = useModals();
  const t = useText(loginStrings);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const here = search === "" ? path : `${path}?${search}`;
  const isIn = useStrength() === "full";
  // What it was opened for stays to be seen while it closes, and each time it opens it begins anew.
  const [shown, setShown] = useState({ wish, turn: 0 });
  if (wish && wish !== shown.wish) setShown({ wish, turn: shown.turn + 1 });

  useEffect(() => {
    if (!wish) return undefined;
    open(name);
    return () => close(name);
  }, [wish, open, close]);
  // In another tab, it may be.
  useEffect(() => {
    if (isIn) answerLogin();
  }, [isIn]);

  const leave = (): void => {
    answerLogin();
    navigate("/");
  };
  return (
    <Modal
      name={name}
      size="narrow"
      title={t("login.title")}
      onDismiss={answerLogin}
      {...(shown.wish?.required
        ? {
            footer: (
              <Button wide onClick={leave}>
                {t("login.leave")}
              </Button>
            ),
          }
        : { closeLabel: t("login.close") })}
    >
      <LoginPanel
        key={shown.turn}
        at={shown.wish?.at}
        message={shown.wish?.message}
        otp={shown.wish?.otp}
        redirect={here}
        onDone={(_, onward) => {
          answerLogin();
          if (onward !== here) return navigate(onward);
          // What opened it may be gone with the login: whoever has no mouse goes on from the page's heading.
          focusHeading();
        }}
      />
    </Modal>
  );
}
