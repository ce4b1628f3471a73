import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Modal } from "@foyer/ui/overlay/Modal.tsx";
import { useModals } from "@foyer/ui/overlay/ModalStack.tsx";
import { useHasWholeLogin } from "../../features/login/session/useHasWholeLogin.ts";
import { loginStrings } from "../../features/login/login.strings.ts";
import { LoginPanel } from "../../features/login/panel/LoginPanel.tsx";
import { closeLoginDialog, type LoginDialogRequest } from "../../features/login/session/loginDialogStore.ts";
import { useText } from "../../shared/seller/seller.tsx";
import { focusHeading } from "../navigation/focusHeading.ts";

const modalName = "login";

/** The login dialog over any page. */
export function LoginModal({ request }: { readonly request: LoginDialogRequest | null }) {
  const { open, close } = useModals();
  const t = useText(loginStrings);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const currentUrl = search === "" ? path : `${path}?${search}`;
  const isLoggedIn = useHasWholeLogin();
  // Its content stays while the closing transition runs, and is reset each time it opens.
  const [shown, setShown] = useState({ request, turn: 0 });
  if (request && request !== shown.request) setShown({ request, turn: shown.turn + 1 });

  useEffect(() => {
    if (!request) return undefined;
    open(modalName);
    return () => close(modalName);
  }, [request, open, close]);
  // The login may have happened in another tab.
  useEffect(() => {
    if (isLoggedIn) closeLoginDialog();
  }, [isLoggedIn]);

  const leave = (): void => {
    closeLoginDialog();
    navigate("/");
  };
  return (
    <Modal
      name={modalName}
      size="narrow"
      title={t("login.title")}
      onDismiss={closeLoginDialog}
      {...(shown.request?.required
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
        at={shown.request?.at}
        message={shown.request?.message}
        otp={shown.request?.otp}
        redirect={currentUrl}
        onDone={(_, onward) => {
          closeLoginDialog();
          if (onward !== currentUrl) return navigate(onward);
          // The button that opened it may be gone after the login, so the focus moves to the page's heading.
          focusHeading();
        }}
      />
    </Modal>
  );
}
