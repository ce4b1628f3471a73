import { Link } from "@tanstack/react-router";
import type { MemberPage, TermOfMember } from "@foyer/contract/office/members/memberPage.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { formatDayOfMoment } from "../../shared/format/format.ts";
import { Fact } from "../../shared/Page.tsx";
import { cardStateNames, formatCalendarDay } from "./memberQueries.ts";
import { MemberStateTag } from "./MemberStateTag.tsx";
import { RenewalFacts } from "./RenewalFacts.tsx";
import { TermActions } from "./TermActions.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Members.module.css";

type TermCardProps = {
  readonly term: TermOfMember;
  readonly member: MemberPage;
  readonly slug: string;
  readonly permissions: readonly Permission[];
};

/** A term of a membership: its start and end, the people on it, what of it was used, and its renewal. */
export function TermCard({ term, member, slug, permissions }: TermCardProps) {
  const { level, type, state, is_renewed, is_given, renewal } = term;
  return (
    <article className={css.term} aria-label={`${level}, ${periodOf(term, member.timezone)}`}>
      <div className={css.termHead}>
        <h3 className={css.termTitle}>{level}</h3>
        <MemberStateTag state={state} />
        {is_renewed && <Tag>Renewed</Tag>}
        {is_given && <Tag>Given away</Tag>}
      </div>
      <dl className={recordCss.facts}>
        <Fact name="Term">{periodOf(term, member.timezone)}</Fact>
        <Fact name="Role">{type}</Fact>
        <Fact name="Member number">
          <span className={css.number}>{term.member_number}</span>
          {term.plastic_card && <span className={recordCss.quiet}>{cardStateNames[term.plastic_card]}</span>}
        </Fact>
        <Fact name="Bought with">
          <Link to="/$slug/orders/$number" params={{ slug, number: String(term.order_number) }}>
            Order {term.order_number}
          </Link>
        </Fact>
        <Fact name="Members">
          <ul className={css.list}>
            {term.party.map(({ id, name, type: role, state }) => (
              <li key={id}>
                {id === term.id ? (
                  (name ?? role)
                ) : (
                  <Link to="/$slug/members/$id" params={{ slug, id }}>
                    {name ?? role}
                  </Link>
                )}
                <span className={recordCss.quiet}>{state === "cancelled" ? `${role}, cancelled` : role}</span>
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Benefits">{benefitsOf(term)}</Fact>
        <Fact name="Used">
          {term.used.length === 0
            ? "Nothing yet"
            : term.used.map(({ event, tickets, last_day }) => (
                <span key={event}>
                  {event}: {tickets}
                  {term.purchase_limit !== null && ` of ${term.purchase_limit}`}
                  {last_day !== null && <span className={recordCss.quiet}>last for {formatCalendarDay(last_day)}</span>}
                </span>
              ))}
        </Fact>
      </dl>
      {renewal && <RenewalFacts renewal={renewal} timezone={member.timezone} memberNumber={term.member_number} />}
      <TermActions {...{ term, member, slug, permissions }} />
    </article>
  );
}

const periodOf = ({ valid_from, last_day }: TermOfMember, timezone: string): string =>
  last_day === null
    ? `From ${formatDayOfMoment(valid_from, timezone)}, without an end`
    : `${formatDayOfMoment(valid_from, timezone)} to ${formatCalendarDay(last_day)}`;

const benefitsOf = ({ benefits }: TermOfMember): string =>
  benefits.length === 0
    ? "None"
    : benefits.map(({ type, tickets }) => `${tickets} ${type === "*" ? "of any ticket" : type}`).join(", ") +
      " for each visit";
