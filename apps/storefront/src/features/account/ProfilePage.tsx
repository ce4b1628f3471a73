import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import type { User } from "@foyer/contract/shop/login.ts";
import { profileAnswers, profileFields } from "@foyer/rules/account/profile.ts";
import {
  addressFields,
  identityFields,
  withOptionalAddress,
  type IdentityField,
} from "@foyer/rules/forms/identityFields.ts";
import type { IdentityProblem } from "@foyer/rules/forms/identityAnswers.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Refused } from "../../api/call.ts";
import { useFocusFirstError } from "../../shared/form/problems/useFocusFirstError.ts";
import { failureText } from "../../shared/errors/failureText.ts";
import { reportError } from "../../shared/errors/reportError.ts";
import { useSeller, useText } from "../../shared/seller/seller.tsx";
import { sharedStrings } from "../../shared/text/shared.strings.ts";
import { AddressFields } from "../../shared/identityForm/AddressFields.tsx";
import { IdentityFieldInput } from "../../shared/identityForm/IdentityFieldInput.tsx";
import { useIdentityForm } from "../../shared/identityForm/useIdentityForm.ts";
import css from "./Account.module.css";
import { useChangeDetails } from "./account.queries.ts";
import { accountStrings } from "./account.strings.ts";
import { changedDetails } from "./changedDetails.ts";

/** Of the state and region fields, drops the one that the seller does not ask for, because both would be the province. */
const withOneProvince = (fields: readonly IdentityField[], asked: readonly IdentityField[]) => {
  const has = (name: string, among: readonly IdentityField[]) => among.some((field) => field.name === name);
  if (!has("state", fields) || (has("state", asked) && has("region", asked))) return fields;
  const unused = has("region", asked) ? "state" : "region";
  return fields.filter(({ name }) => name !== unused);
};

/** The details of the account. Name and e-mail address are locked; the rest can be changed. */
export function ProfilePage({ user }: { readonly user: User }) {
  const t = useText(accountStrings);
  const shared = useText(sharedStrings);
  const { configuration } = useSeller();
  const formElement = useRef<HTMLFormElement>(null);
  const messageBox = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState<{ readonly tone: "success" | "error"; readonly text: string }>();
  const { mutate, isPending } = useChangeDetails(user.id);

  const known = useMemo(() => profileAnswers(user.identity), [user.identity]);
  const asked = identityFields(configuration.identity_form ? [configuration.identity_form] : [], [
    "checkout",
    "member",
  ]);
  const identityForm = useIdentityForm({ fields: profileFields(withOptionalAddress(asked)), known });
  const form = { ...identityForm, fields: withOneProvince(identityForm.fields, asked) };
  const first = form.fields.find(({ name }) => addressFields.includes(name));

  const focusError = useFocusFirstError(() => formElement.current);
  useEffect(() => {
    if (message) messageBox.current?.focus();
  }, [message]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setMessage(undefined);
    if (!form.check()) return focusError();
    mutate(changedDetails(form.fields, form.answers, user.identity), {
      onSuccess: () => setMessage({ tone: "success", text: t("profile.updated") }),
      onError: (error: unknown) => {
        if (error instanceof Refused && Array.isArray(error.extra.problems)) {
          form.showRefusal(error.extra.problems as readonly IdentityProblem[]);
          return focusError();
        }
        const isKnown = error instanceof Refused && error.status < 500;
        if (!isKnown) reportError(error);
        setMessage({ tone: "error", text: isKnown ? error.description : failureText(shared, shared("error.later")) });
      },
    });
  };

  return (
    <>
      <h1>{t("account.my_profile")}</h1>
      <section className={css.part} aria-labelledby="personal">
        <div className={css.intro}>
          <h2 id="personal">{t("profile.personal")}</h2>
          <p className={css.quiet}>{t("profile.contact")}</p>
        </div>
        <form ref={formElement} className={css.form} noValidate onSubmit={submit}>
          <div className={css.fields}>
            {form.fields.map((field) => {
              if (field === first) return <AddressFields key="address" form={form} />;
              if (addressFields.includes(field.name)) return null;
              return <IdentityFieldInput key={field.name} field={field} form={form} />;
            })}
          </div>
          <div className={css.actions}>
            <Button type="submit" kind="primary" busy={isPending}>
              {t("profile.update")}
            </Button>
            <div ref={messageBox} tabIndex={-1} className={css.answer}>
              {message && <Banner tone={message.tone}>{message.text}</Banner>}
            </div>
          </div>
        </form>
      </section>
    </>
  );
}
