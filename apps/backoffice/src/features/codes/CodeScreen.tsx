import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { limitCode, pauseCodes, type CodePage } from "@foyer/contract/office/catalogue/codes.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Field } from "@foyer/ui/form/Field.tsx";
import { TextInput } from "@foyer/ui/form/TextInput.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { ThingHistory } from "../../shared/audit/ThingHistory.tsx";
import { callOffice } from "../../shared/call.ts";
import { refreshIfStale } from "../../shared/dialog/refreshIfStale.ts";
import { Dialog } from "../../shared/dialog/Dialog.tsx";
import { SubmitActions } from "../../shared/dialog/SubmitActions.tsx";
import { Refusal, useAction } from "../../shared/Form.tsx";
import { count, formatMoment, formatMoney, plural } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Fact, OfficePage, Section } from "../../shared/Page.tsx";
import { useToast } from "../../shared/Toast.tsx";
import { CodeLink } from "./CodeLink.tsx";
import { CodeStateTag } from "./CodeStateTag.tsx";
import { codeQuery, refreshCodes } from "./codeQueries.ts";
import recordCss from "../../shared/styles/Record.module.css";

/** A code: what it unlocks, where it is used, and the actions for it. */
export function CodeScreen() {
  const { slug, id } = useParams({ from: "/signed-in/$slug/codes/$id" });
  const { timezone, can } = useOwnSeller(slug);
  const query = useQuery(codeQuery(slug, id));
  const { data: code } = query;
  const mayEdit = can("code.edit");
  return (
    <OfficePage
      title={code ? `Code ${code.code}` : "Code"}
      actions={
        <Link className={recordCss.link} to="/$slug/codes" params={{ slug }}>
          All codes
        </Link>
      }
    >
      <LoadState query={query} skeleton="tile" count={2} />
      {code && (
        <>
          <Section title={code.group.name} actions={<CodeStateTag state={code.state} />}>
            <Facts code={code} timezone={timezone} />
            {mayEdit && <Actions code={code} slug={slug} />}
          </Section>
          <CodeLink code={code.code} link={code.link} />
          <Use code={code} slug={slug} mayReadOrders={can("order.read")} />
          <ThingHistory slug={slug} kind="code" id={id} also={{ kind: "code_group", id: code.group.id }} />
        </>
      )}
    </OfficePage>
  );
}

type PartProps = { readonly code: CodePage; readonly slug: string };

function Facts({ code, timezone }: { readonly code: CodePage; readonly timezone: string }) {
  const { used, max_uses, valid_from, valid_to, discounts, rules } = code;
  const opens = [...discounts, ...rules.map((rule) => `what “${rule}” forbids`)];
  return (
    <dl className={recordCss.facts}>
      <Fact name="Used">{max_uses === null ? `${used}, no limit` : `${used} of ${max_uses}`}</Fact>
      <Fact name="Valid from">{valid_from === null ? "At once" : formatMoment(valid_from, timezone)}</Fact>
      <Fact name="Valid until">{valid_to === null ? "No end" : formatMoment(valid_to, timezone)}</Fact>
      <Fact name="Unlocks">{opens.length === 0 ? "Nothing yet" : opens.join(", ")}</Fact>
      <Fact name="Kept in">{code.by_office ? "The back office" : "The catalogue’s file"}</Fact>
    </dl>
  );
}

function Use({ code, slug, mayReadOrders }: PartProps & { readonly mayReadOrders: boolean }) {
  const { carts, orders, buyers, taken_off, revenue } = code.use;
  return (
    <Section
      title="Use of the code"
      actions={
        mayReadOrders && (
          <Link className={recordCss.link} to="/$slug/orders" params={{ slug }} search={{ q: code.code }}>
            Its orders
          </Link>
        )
      }
    >
      <dl className={recordCss.facts}>
        <Fact name="Carts now">{carts}</Fact>
        <Fact name="Orders">{orders}</Fact>
        <Fact name="Buyers">{buyers}</Fact>
        <Fact name="Discounts">{formatMoney(taken_off, code.currency)}</Fact>
        <Fact name="Net sales of these orders">{formatMoney(revenue, code.currency)}</Fact>
      </dl>
      <p className={recordCss.quiet}>
        As in the codes report: without tax and fees, and less what was cancelled. An order with several codes counts
        for each of them.
      </p>
    </Section>
  );
}

function Actions({ code, slug }: PartProps) {
  const [isLimiting, setLimiting] = useState(false);
  const toast = useToast();
  const isPaused = code.state === "paused";
  const setPaused = async (is_paused: boolean): Promise<void> => {
    await callOffice(pauseCodes, { is_paused, code_ids: [code.id] }, slug);
    await refreshCodes(slug);
  };
  const pause = useAction(async () => {
    await setPaused(!isPaused);
    toast({ text: isPaused ? "The code works again." : "The code is paused.", undo: () => setPaused(isPaused) });
  });
  return (
    <div className={recordCss.actions}>
      {code.state !== "retired" && (
        <Button size="small" busy={pause.isBusy} onClick={() => void pause.run()}>
          {isPaused ? "Resume" : "Pause"}
        </Button>
      )}
      <Button size="small" onClick={() => setLimiting(true)}>
        Change the limit
      </Button>
      {pause.failure && <Banner tone="error">{pause.failure.message}</Banner>}
      {isLimiting && <LimitDialog code={code} slug={slug} onClose={() => setLimiting(false)} />}
    </div>
  );
}

function LimitDialog({ code, slug, onClose }: PartProps & { readonly onClose: () => void }) {
  const [limit, setLimit] = useState(code.max_uses === null ? "" : String(code.max_uses));
  const isReady = limit === "" || (/^[1-9]\d{0,5}$/.test(limit) && Number(limit) >= code.used);
  const change = useAction(async () => {
    const sent = { code_id: code.id, version: code.version, max_uses: limit === "" ? null : Number(limit) };
    await refreshIfStale(
      () => refreshCodes(slug),
      () => callOffice(limitCode, sent, slug),
    );
    await refreshCodes(slug);
    onClose();
  });
  return (
    <Dialog title="Change the limit" onClose={onClose}>
      <form
        className={recordCss.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void change.run();
        }}
      >
        <Field
          error={change.errorOf("max_uses")}
          label="Uses in all"
          hint={`Now: ${code.max_uses ?? "no limit"}. Empty: no limit. The code was used ${count(code.used, "time")}, so the limit cannot be lower.`}
        >
          <TextInput inputMode="numeric" value={limit} onChange={({ target }) => setLimit(target.value.trim())} />
        </Field>
        {!code.by_office && (
          <p className={recordCss.quiet}>
            After that, the code is kept in the back office, and the catalogue’s file no longer changes it.
          </p>
        )}
        <Refusal of={change} fields={["max_uses"]} />
        <SubmitActions onCancel={onClose} cancel="Back" busy={change.isBusy} disabled={!isReady}>
          {limit === "" ? "Remove the limit" : `Allow ${limit} ${plural(Number(limit), "use")}`}
        </SubmitActions>
      </form>
    </Dialog>
  );
}
