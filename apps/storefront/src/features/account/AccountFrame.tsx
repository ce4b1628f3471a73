import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { User } from "@foyer/contract/shop/login.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { failureText } from "../../shared/errors/failureText.ts";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { useHydrated } from "../../shared/hydration/useHydrated.ts";
import { opensAccount } from "@foyer/rules/account/opensAccount.ts";
import { LoginPanel } from "../login/panel/LoginPanel.tsx";
import { memberKey } from "../login/session/member.queries.ts";
import { useMember } from "../login/session/useMember.ts";
import css from "./Account.module.css";
import { accountStrings } from "./account.strings.ts";
import { AccountNav } from "./AccountNav.tsx";
import { NoAccounts, NumberOnly } from "./NumberOnly.tsx";

export type AccountFrameProps = {
  /** The path of the page, to which a login by an e-mailed link returns. */
  readonly path: string;
  readonly children: (user: User) => ReactNode;
};

/** A page of the account with its navigation, or the login. */
export function AccountFrame({ path, children }: AccountFrameProps) {
  const t = useText(accountStrings);
  const isHydrated = useHydrated();
  const client = useQueryClient();
  const { configuration } = useSeller();
  const { strength, user, isLoading } = useMember();
  const [, navigate] = useLocation();
  const [isLeaving, setLeaving] = useState(false);
  // The server does not know who is logged in, so it renders a placeholder.
  if (!isHydrated || isLoading || isLeaving) return <AccountLoading />;
  if (strength !== "full")
    return (
      <Page>
        <div className={css.login}>
          {configuration.authentication === "none" ? (
            <NoAccounts />
          ) : opensAccount(configuration) ? (
            <>
              <h1>{t("account.login")}</h1>
              <LoginPanel
                redirect={path}
                onDone={(_, onward) => {
                  if (onward === path) return;
                  setLeaving(true);
                  navigate(onward);
                }}
              />
            </>
          ) : (
            <NumberOnly path={path} isLoggedIn={strength === "limited"} />
          )}
        </div>
      </Page>
    );
  if (!user)
    return (
      <Page>
        <LoadFailure onAgain={() => void client.invalidateQueries({ queryKey: memberKey })} />
      </Page>
    );
  return (
    <Page>
      <div className={css.account}>
        <AccountNav />
        <div className={css.content}>{children(user)}</div>
      </div>
    </Page>
  );
}

export function LoadFailure({ onAgain }: { readonly onAgain: () => void }) {
  const t = useText(accountStrings);
  const shared = useText(sharedStrings);
  return (
    <div className={css.failed}>
      <ErrorLine>{failureText(shared, t("account.failed"))}</ErrorLine>
      <Button onClick={onAgain}>{t("account.again")}</Button>
    </div>
  );
}

function AccountLoading() {
  return (
    <Page>
      <div className={css.account}>
        <div className={css.navPlaceholder} />
        <div className={css.content}>
          <AccountSkeleton />
        </div>
      </div>
    </Page>
  );
}

export function AccountSkeleton() {
  const t = useText(accountStrings);
  return (
    <div className={css.loading}>
      <VisuallyHidden>{t("account.loading")}</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton count={4} />
    </div>
  );
}
