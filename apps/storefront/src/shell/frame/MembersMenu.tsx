import { useId } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { useMember } from "../../features/login/session/useMember.ts";
import { paths } from "../../shared/url/paths.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { membershipModalName } from "../../features/membership/card/membershipModalName.ts";
import css from "./MembersMenu.module.css";
import { shellStrings } from "./shell.strings.ts";
import { useDismissableMenu } from "./useDismissableMenu.ts";

/** The menu of a logged-in visitor: a button that opens a list of links. */
export function MembersMenu() {
  const t = useText(shellStrings);
  const { user, strength, isLoading } = useMember();
  const [path] = useLocation();
  const id = useId();
  const { container, button, isOpen, setOpen } = useDismissableMenu(path);
  const name = user?.identity.first_name ?? "";
  const isFull = strength === "full";
  const close = () => setOpen(false);
  // Shown only when the name is known, so that nothing moves.
  if (isLoading) return null;
  return (
    <div className={css.menu} ref={container}>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="user" />
        <span className={css.greeting}>{isFull && name !== "" ? t("shell.hello", { name }) : t("shell.member")}</span>
        <span className={css.chevron}>
          <Icon name="chevron-down" size="small" />
        </span>
      </button>
      <div id={id} className={css.panel} hidden={!isOpen}>
        {isFull && name !== "" && (
          <p className={css.name} aria-hidden="true">
            {t("shell.hello", { name })}
          </p>
        )}
        {!isFull && <p className={css.note}>{t("shell.limited")}</p>}
        <MenuLinks isFull={isFull} close={close} />
      </div>
    </div>
  );
}

type MenuLinksProps = {
  /** Logged in with a password or code, not by a member's link. */
  readonly isFull: boolean;
  readonly close: () => void;
};

function MenuLinks({ isFull, close }: MenuLinksProps) {
  const t = useText(shellStrings);
  const { configuration } = useSeller();
  const membershipModalControls = useModal(membershipModalName);
  const [path] = useLocation();
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  const hasPages = Object.values(configuration.my_account_pages ?? {}).some(Boolean);
  return (
    <ul role="list">
      {isFull ? (
        <li>
          {hasPages ? (
            <Link href={paths.my()} onClick={close}>
              {t("shell.my_account")}
            </Link>
          ) : (
            <button
              type="button"
              onClick={() => {
                close();
                membershipModalControls.open();
              }}
            >
              {t("shell.membership_details")}
            </button>
          )}
        </li>
      ) : (
        configuration.authentication !== "none" &&
        // Where the number is the whole login, there is nothing more to log in to.
        configuration.authentication !== "scan_code" && (
          <li>
            <Link href={`${path}?${login}`} rel="nofollow" onClick={close}>
              {t("shell.login")}
            </Link>
          </li>
        )
      )}
      <li>
        <Link href={paths.logout()} rel="nofollow" onClick={close}>
          {t("shell.logout")}
        </Link>
      </li>
    </ul>
  );
}
