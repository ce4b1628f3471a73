import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { useModal } from "@foyer/ui/overlay/ModalStack.tsx";
import { useMember } from "../../features/login/session/useMember.ts";
import { paths } from "../../shared/url/paths.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { membershipModalName } from "../../features/membership/card/membershipModalName.ts";
import css from "./MembersMenu.module.css";
import { shellStrings } from "./shell.strings.ts";

/** Who is logged in, and where they can go: a button that opens a list of links. */
export function MembersMenu() {
  const t = useText(shellStrings);
  const { configuration } = useSeller();
  const { user, strength, isLoading } = useMember();
  const membershipModalControls = useModal(membershipModalName);
  const [path] = useLocation();
  const login = new URLSearchParams(useSearch());
  login.set("login", "true");
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [shownAt, setShownAt] = useState(path);
  // Whoever went on has no more use for it.
  if (shownAt !== path) {
    setShownAt(path);
    setOpen(false);
  }

  useEffect(() => {
    if (!isOpen) return undefined;
    const onOutside = (event: Event) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpen(false);
    };
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    document.addEventListener("keydown", onEscape);
    return () => {
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
      document.removeEventListener("keydown", onEscape);
    };
  }, [isOpen]);

  const name = user?.identity.first_name ?? "";
  const isFull = strength === "full";
  const hasPages = Object.values(configuration.my_account_pages ?? {}).some(Boolean);
  const close = () => setOpen(false);
  // A name that came later would push what stands beside it.
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
        <span className={css.hello}>{isFull && name !== "" ? t("shell.hello", { name }) : t("shell.member")}</span>
        <span className={css.turn}>
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
            configuration.authentication !== "none" && (
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
      </div>
    </div>
  );
}
