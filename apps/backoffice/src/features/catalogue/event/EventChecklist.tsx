import { Icon } from "@foyer/ui/action/Icon.tsx";
import type { ChapterReply } from "../catalogueQueries.ts";
import forms from "../catalogue.module.css";
import css from "./EventChecklist.module.css";

type Props = {
  readonly checklist: ChapterReply["checklist"];
  readonly storefront: ChapterReply["storefront"];
};

/** What the event needs before it can be bought, done or not, according to the draft. */
export function EventChecklist({ checklist, storefront }: Props) {
  return (
    <aside className={css.checklist} aria-label="Before it can be bought">
      <h2 className={forms.legend}>Before it can be bought</h2>
      {checklist.length === 0 ? (
        <p className={forms.quiet}>The list is back once the errors are corrected.</p>
      ) : (
        <ul>
          {checklist.map(({ name, is_done, hint }) => (
            <li key={name} data-done={is_done || undefined}>
              <Icon name={is_done ? "check" : "warning"} size="small" />
              <span>
                {name}
                {!is_done && <span className={forms.quiet}> {hint}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {storefront !== null && (
        <a href={storefront} target="_blank" rel="noreferrer">
          Open the event in the storefront
        </a>
      )}
    </aside>
  );
}
