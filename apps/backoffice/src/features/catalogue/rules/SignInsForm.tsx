import { SignInLimits, defaultIdleMinutes } from "@foyer/contract/shop/settings/signInLimits.ts";
import { count } from "../../../shared/format/format.ts";
import { TextField } from "../ChapterFields.tsx";
import { recordOf, withField, type Loose } from "../document.ts";
import type { SellerForm } from "../SellerFrame.tsx";
import { Group } from "./ChangeRulesForm.tsx";
import css from "./Rules.module.css";

/** After how long staff who leave a till or a paired device are signed out there. */
export function SignInsForm({ seller, onEdit }: SellerForm) {
  const configuration = recordOf(seller["configuration"]);
  const limits = {
    record: recordOf(configuration["sign_ins"]),
    at: "configuration.sign_ins",
    onEdit: (next: Loose): void =>
      onEdit({
        ...seller,
        configuration: withField(configuration, "sign_ins", Object.keys(next).length > 0 ? next : undefined),
      }),
  };
  const hint = "Minutes, from 15 to 1440 (24 hours). Empty: 12 hours.";
  const chosen = SignInLimits.safeParse(limits.record);
  const { till_minutes, device_minutes } = chosen.success ? chosen.data : {};
  return (
    <div className={css.columns}>
      <div className={css.form}>
        <Group title="Sign out after this time without use">
          <TextField {...limits} name="till_minutes" label="At a till" isNumber hint={hint} />
          <TextField {...limits} name="device_minutes" label="At a paired device" isNumber hint={hint} />
        </Group>
      </div>
      <section className={css.examples} aria-label="What this means">
        <h2 className={css.heading}>What this means</h2>
        {chosen.success && (
          <ul className={css.sentences}>
            <li>At an open till, staff are signed out after {inWords(till_minutes)}.</li>
            <li>On a paired device, staff are signed out after {inWords(device_minutes)}.</li>
            <li>Everywhere else, staff are signed out after {inWords(undefined)}, and after 7 days at the latest.</li>
          </ul>
        )}
        <p className={css.quiet}>
          The screen is then covered. A sale in progress is still there when the same person signs in again. Scanning
          continues: a paired device does not need anybody to be signed in.
        </p>
      </section>
    </div>
  );
}

/** For example '1 hour 30 minutes' for 90. */
const inWords = (minutes: number = defaultIdleMinutes): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && count(hours, "hour"), rest > 0 && count(rest, "minute")].filter(Boolean).join(" ");
};
