import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useSearch } from "wouter";
import { giftCodeOf, giftCodeState } from "@foyer/rules/memberGift.ts";
import { Button } from "@foyer/ui/Button.tsx";
import { Field } from "@foyer/ui/Field.tsx";
import { Page } from "@foyer/ui/Layout.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { TextInput } from "@foyer/ui/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { Refused } from "../../api/call.ts";
import { useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useHydrated } from "../../shared/useHydrated.ts";
import { giftCodeQuery } from "./redeem.queries.ts";
import { redeemStrings } from "./redeem.strings.ts";
import css from "./RedeemPanel.module.css";
import { RedeemForm } from "./RedeemForm.tsx";

/** Where a code came from: the address of a letter's link, or a hand (requirements MEMBER-26). */
type Tried = { readonly code: string; readonly method: "query" | "input" };

/** A membership that was given becomes somebody's own. */
export function RedeemPanel() {
  const t = useText(redeemStrings);
  const isHydrated = useHydrated();
  const linked = new URLSearchParams(useSearch()).get("gift_code")?.trim() ?? "";
  return (
    <Page>
      <div className={css.redeem}>
        <header className={css.head}>
          <h1>{t("redeem.title")}</h1>
          <p className={css.intro}>{t("redeem.intro")}</p>
        </header>
        {/* The server does not read the code: the page is the same for everybody. */}
        <Redeem key={isHydrated ? linked : ""} linked={isHydrated ? linked : ""} />
      </div>
    </Page>
  );
}

function Redeem({ linked }: { readonly linked: string }) {
  const t = useText(redeemStrings);
  const shared = useText(sharedStrings);
  const [typed, setTyped] = useState(linked);
  const [tried, setTried] = useState<Tried | undefined>(linked === "" ? undefined : { code: linked, method: "query" });
  const [times, setTimes] = useState(0);
  const code = giftCodeOf(tried?.code ?? "") ?? "";
  const { data, error, isFetching, refetch } = useQuery(giftCodeQuery(code));
  const input = useRef<HTMLInputElement>(null);
  const form = useId();

  const state =
    tried === undefined || isFetching
      ? undefined
      : code === ""
        ? "invalid"
        : data === undefined
          ? undefined
          : giftCodeState(data ?? undefined, Temporal.Now.instant());
  const failed =
    !isFetching &&
    error &&
    (error instanceof Refused && error.status < 500 ? error.description : shared("error.generic"));
  const said = failed || (state && state !== "valid" ? t(`redeem.${state}`) : undefined);
  const isWrong = said !== undefined;
  // A hand that has just sent the code is led back to it; a link takes nobody's focus.
  useEffect(() => {
    if (isWrong && times > 0) input.current?.focus();
  }, [isWrong, times]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isFetching) return;
    setTimes(times + 1);
    setTried({ code: typed, method: "input" });
    if (code !== "" && giftCodeOf(typed) === code) void refetch();
  };

  if (state === "valid" && data)
    return (
      <RedeemForm
        code={code}
        found={data}
        wasTyped={tried?.method === "input"}
        onChange={() => {
          setTried(undefined);
          setTimes(0);
        }}
      />
    );
  return (
    <form id={form} className={css.code} noValidate data-method={tried?.method} onSubmit={onSubmit}>
      <Field
        label={t("redeem.code")}
        hint={t("redeem.code.hint")}
        error={isWrong && <span role="alert">{said}</span>}
        required
      >
        <TextInput
          ref={input}
          value={typed}
          maxLength={35}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.target.value);
            setTried(undefined);
          }}
        />
      </Field>
      <div>
        <Button kind="primary" type="submit" busy={isFetching}>
          {t("redeem.code.submit")}
        </Button>
      </div>
      {isFetching && (
        <div role="status">
          <VisuallyHidden>{t("redeem.loading")}</VisuallyHidden>
          <Skeleton shape="tile" count={2} />
        </div>
      )}
    </form>
  );
}
