import { useEffect, useMemo, useRef, useState, type FormEvent } from "react";
import type { User } from "@foyer/contract/login.ts";
import { accountAnswers, profileFields } from "@foyer/rules/accountDetails.ts";
import { addressFields, identityFields, withOptionalAddress, type IdentityField } from "@foyer/rules/identityFields.ts";
import type { Problem } from "@foyer/rules/identityForm.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Refused } from "../../api/call.ts";
import { focusFirstError } from "../../shared/focusFirstError.ts";
import { report } from "../../shared/reports.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { AddressFields } from "../checkout/AddressFields.tsx";
import { IdentityQuestion } from "../checkout/IdentityQuestion.tsx";
import { useIdentityForm } from "../checkout/useIdentityForm.ts";
import css from "./Account.module.css";
import { useChangeDetails } from "./account.queries.ts";
import { accountStrings } from "./account.strings.ts";
import { changedDetails } from "./changedDetails.ts";

/** A country whose states are chosen from a list has no other region, unless the seller asks for one. */
const withoutSpareRegion = (fields: readonly IdentityField[], asked: readonly IdentityField[]) => {
  const has = (name: string, among: readonly IdentityField[]) => among.some((field) => field.name === name);
  return has("state", fields) && !has("region", asked) ? fields.filter(({ name }) => name !== "region") : fields;
};

/** One's own details. Name and e-mail address stand there; what else the seller asks for can be changed. */
export function ProfilePage({ user }: { readonly user: User }) {
  const t = useText(accountStrings);
  const shared = useText(sharedStrings);
  const { configuration } = useSeller();
  const place = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<{ readonly tone: "success" | "error"; readonly text: string }>();
  const [refusals, setRefusals] = useState(0);
  const { mutate, isPending } = useChangeDetails(user.id);

  const known = useMemo(() => accountAnswers(user.identity), [user.identity]);
  const asked = identityFields(configuration.identity_form ? [configuration.identity_form] : [], [
    "checkout",
    "member",
  ]);
  const whole = useIdentityForm({ fields: profileFields(withOptionalAddress(asked)), known });
  const form = { ...whole, fields: withoutSpareRegion(whole.fields, asked) };
  const first = form.fields.find(({ name }) => addressFields.includes(name));

  const refuse = (): void => setRefusals((count) => count + 1);
  useEffect(() => {
    if (refusals > 0) focusFirstError(place.current);
  }, [refusals]);
  useEffect(() => {
    if (said) answer.current?.focus();
  }, [said]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setSaid(undefined);
    if (!form.check()) return refuse();
    mutate(changedDetails(form.fields, form.answers, user.identity), {
      onSuccess: () => setSaid({ tone: "success", text: t("profile.updated") }),
      onError: (error: unknown) => {
        if (error instanceof Refused && Array.isArray(error.extra.problems)) {
          form.refuse(error.extra.problems as readonly Problem[]);
          return refuse();
        }
        const isKnown = error instanceof Refused && error.status < 500;
        if (!isKnown) report(error);
        setSaid({ tone: "error", text: isKnown ? error.description : shared("error.later") });
      },
    });
  };

  return (
    <>
      <h1>{t("account.my_profile")}</h1>
      <section className={css.part} aria-labelledby="personal">
        <div className={css.words}>
          <h2 id="personal">{t("profile.personal")}</h2>
          <p className={css.quiet}>{t("profile.contact")}</p>
        </div>
        <form ref={place} className={css.form} noValidate onSubmit={submit}>
          <div className={css.fields}>
            {form.fields.map((field) => {
              if (field === first) return <AddressFields key="address" purchaser={form} />;
              if (addressFields.includes(field.name)) return null;
              return <IdentityQuestion key={field.name} field={field} purchaser={form} />;
            })}
          </div>
          <div className={css.ways}>
            <Button type="submit" kind="primary" busy={isPending}>
              {t("profile.update")}
            </Button>
            <div ref={answer} tabIndex={-1} className={css.answer}>
              {said && <Banner tone={said.tone}>{said.text}</Banner>}
            </div>
          </div>
        </form>
      </section>
    </>
  );
}
