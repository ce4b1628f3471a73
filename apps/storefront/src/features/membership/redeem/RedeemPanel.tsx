import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useSearch } from "wouter";
import { parseGiftCode, giftCodeState } from "@foyer/rules/membership/gift.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Page } from "@foyer/ui/layout/Layout.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { codeInput } from "../../../shared/form/inputKinds.ts";
import { Refused } from "../../../api/call.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useHydrated } from "../../../shared/hydration/useHydrated.ts";
import { giftCodeQuery } from "./redeem.queries.ts";
import { redeemStrings } from "./redeem.strings.ts";
import css from "./RedeemPanel.module.css";
import { RedeemForm } from "./RedeemForm.tsx";

/** A code, and whether it came with a link or was typed. */
type CodeAttempt = { readonly code: string; readonly method: "query" | "input" };

/** Redeems a gift membership by its code. */
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
        {/* The server renders the same page for everybody, without the code. */}
        <RedeemCode key={isHydrated ? linked : ""} linked={isHydrated ? linked : ""} />
      </div>
    </Page>
  );
}

/** The state of a code that is typed or comes with a link, with the server's answer about it. */
const useGiftCode = (linked: string) => {
  const t = useText(redeemStrings);
  const shared = useText(sharedStrings);
  const [typed, setTyped] = useState(linked);
  const [attempt, setAttempt] = useState<CodeAttempt | undefined>(
    linked === "" ? undefined : { code: linked, method: "query" },
  );
  const [submissions, setSubmissions] = useState(0);
  const code = parseGiftCode(attempt?.code ?? "") ?? "";
  const { data, error, isFetching, refetch } = useQuery(giftCodeQuery(code));

  const state = ((): ReturnType<typeof giftCodeState> | undefined => {
    if (attempt === undefined || isFetching) return undefined;
    if (code === "") return "invalid";
    return data === undefined ? undefined : giftCodeState(data ?? undefined, Temporal.Now.instant());
  })();
  const failure =
    !isFetching && error && (error instanceof Refused && error.status < 500 ? error.description : failureText(shared));
  return {
    typed,
    attempt,
    code,
    lookup: state === "valid" ? data : undefined,
    isFetching,
    submissions,
    message: failure || (state && state !== "valid" ? t(`redeem.${state}`) : undefined),
    type: (text: string): void => {
      setTyped(text);
      setAttempt(undefined);
    },
    submit: (event: FormEvent): void => {
      event.preventDefault();
      if (isFetching) return;
      setSubmissions(submissions + 1);
      setAttempt({ code: typed, method: "input" });
      if (code !== "" && parseGiftCode(typed) === code) void refetch();
    },
    reset: (): void => {
      setAttempt(undefined);
      setSubmissions(0);
    },
  };
};

function RedeemCode({ linked }: { readonly linked: string }) {
  const t = useText(redeemStrings);
  const { typed, attempt, code, lookup, isFetching, submissions, message, type, submit, reset } = useGiftCode(linked);
  const input = useRef<HTMLInputElement>(null);
  const form = useId();
  const hasError = message !== undefined;
  // Moves the focus to the field after a typed code has failed, but not after one from a link.
  useEffect(() => {
    if (hasError && submissions > 0) input.current?.focus();
  }, [hasError, submissions]);

  if (lookup) return <RedeemForm code={code} lookup={lookup} isTyped={attempt?.method === "input"} onChange={reset} />;
  return (
    <form id={form} className={css.code} noValidate data-method={attempt?.method} onSubmit={submit}>
      <Field
        label={t("redeem.code")}
        hint={t("redeem.code.hint")}
        error={hasError && <span role="alert">{message}</span>}
        required
      >
        <TextInput
          ref={input}
          value={typed}
          maxLength={35}
          {...codeInput}
          autoCapitalize="characters"
          onChange={(event) => type(event.target.value)}
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
