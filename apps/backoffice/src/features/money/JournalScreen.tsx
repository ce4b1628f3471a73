import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { downloadJournal, readJournalDays } from "@foyer/contract/office/money/journal.ts";
import type { StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { ButtonLink } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { addressOf } from "../../shared/call.ts";
import { formatMoney, todayOf } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { ListViews } from "../../shared/list/ListViews.tsx";
import { acceptedOf } from "../../shared/list/listSearch.ts";
import { JournalLines } from "./JournalLines.tsx";
import { journalQuery, type JournalSearch, type Span } from "./moneyQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";
import figureCss from "../../shared/styles/FigureTable.module.css";
import listCss from "../../shared/list/ListTable.module.css";
import { DayInput } from "../../shared/fields/DayInput.tsx";

const route = "/signed-in/$slug/money/journal" as const;
type Journal = StaffReply<typeof readJournalDays>;

/** From the first day of the current month in the seller's time zone until today. */
const thisMonth = (timezone: string): Span => {
  const today = todayOf(timezone);
  return { from: `${today.slice(0, 8)}01`, to: today };
};

/** The journal by day and account; a day shows its lines. Span, day and account are in the address. */
export function JournalScreen() {
  const { slug } = useParams({ from: route });
  const search = useSearch({ from: route }) as JournalSearch;
  const { timezone } = useOwnSeller(slug);
  const month = thisMonth(timezone);
  const spanOf = ({ from = month.from, to = month.to }: JournalSearch): Span => ({ from, to });
  const span = spanOf(acceptedOf(readJournalDays, search));
  const query = useQuery(journalQuery(slug, span));
  const { data: journal } = query;
  return (
    <OfficePage
      title="Journal"
      actions={
        <ButtonLink size="small" href={addressOf(downloadJournal, span, slug).url} download>
          Download CSV
        </ButtonLink>
      }
    >
      <SpanFields span={spanOf(search)} />
      <ListViews slug={slug} screen="journal" search={search} />
      <LoadState query={query} skeleton="control" count={5} />
      {journal && (
        <>
          {!journal.is_complete && (
            <Banner tone="info">
              Older sales are still being added to the journal. The sums grow until that is done.
            </Banner>
          )}
          <Balances journal={journal} day={span.to} />
          {journal.days.length === 0 && (
            <p className={recordCss.quiet}>Nothing happened on these days. Choose other days to see more.</p>
          )}
          {journal.days.map((day) => (
            <Day key={day.day} day={day} currency={journal.currency} slug={slug} search={search} timezone={timezone} />
          ))}
        </>
      )}
    </OfficePage>
  );
}

function SpanFields({ span }: { readonly span: Span }) {
  const navigate = useNavigate({ from: "/$slug/money/journal" });
  const set = (name: keyof Span) => (event: { readonly target: { readonly value: string } }) =>
    void navigate({
      search: (old: JournalSearch) => ({ ...old, [name]: event.target.value || undefined }),
      replace: true,
    });
  return (
    <form className={listCss.filters} role="search" aria-label="Days" onSubmit={(event) => event.preventDefault()}>
      <Field label="From">
        <DayInput value={span.from} onChange={(day) => set("from")({ target: { value: day } })} />
      </Field>
      <Field label="To">
        <DayInput value={span.to} onChange={(day) => set("to")({ target: { value: day } })} />
      </Field>
    </form>
  );
}

const named = (account: string, code: string | null): string => (code === null ? account : `${account} (${code})`);

function Balances({ journal, day }: { readonly journal: Journal; readonly day: string }) {
  return (
    <Section title={`Balances at the end of ${day}`} lead="Since the first entry. Liabilities and income are negative.">
      <dl className={recordCss.facts}>
        {journal.balances.map(({ account, code, balance }) => (
          <div key={account}>
            <dt>{named(account, code)}</dt>
            <dd>{formatMoney(balance, journal.currency)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

type DayProps = {
  readonly day: Journal["days"][number];
  readonly currency: string;
  readonly slug: string;
  readonly search: JournalSearch;
  readonly timezone: string;
};

function Day({ day, currency, slug, search, timezone }: DayProps) {
  const isOpen = search.day === day.day;
  return (
    <Section
      title={day.day}
      actions={
        <Link
          className={recordCss.link}
          to="/$slug/money/journal"
          params={{ slug }}
          search={{ ...search, day: isOpen ? undefined : day.day, account: undefined }}
          replace
        >
          {isOpen ? "Hide lines" : "Show lines"}
        </Link>
      }
    >
      <div className={figureCss.frame}>
        <table className={figureCss.table} aria-label={`Accounts on ${day.day}`}>
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" data-number>
                Debit
              </th>
              <th scope="col" data-number>
                Credit
              </th>
            </tr>
          </thead>
          <tbody>
            {day.accounts.map(({ account, code, debit, credit }) => (
              <tr key={account}>
                <td>
                  <Link
                    to="/$slug/money/journal"
                    params={{ slug }}
                    search={{ ...search, day: day.day, account }}
                    replace
                  >
                    {named(account, code)}
                  </Link>
                </td>
                <td data-number>{debit === "0" ? "" : formatMoney(debit, currency)}</td>
                <td data-number>{credit === "0" ? "" : formatMoney(credit, currency)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All accounts</th>
              <td data-number>{formatMoney(day.debit, currency)}</td>
              <td data-number>{formatMoney(day.credit, currency)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      {isOpen && <JournalLines slug={slug} day={day.day} search={search} currency={currency} timezone={timezone} />}
    </Section>
  );
}
