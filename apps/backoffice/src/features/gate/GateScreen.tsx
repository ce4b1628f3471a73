import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { renewPairing, type DeviceRow } from "@foyer/contract/office/gate/devices.ts";
import { Button, ButtonLink } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { callOffice } from "../../shared/call.ts";
import { useAction } from "../../shared/Form.tsx";
import { count, formatAgo, formatMoment } from "../../shared/format/format.ts";
import { RowOfDialog } from "../../shared/list/HeldRow.tsx";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { devicesQuery, queryClient, useOwnSeller } from "../../shared/queries.ts";
import { Conflicts } from "./Conflicts.tsx";
import { DeviceDialog } from "./DeviceDialog.tsx";
import { EndDeviceDialog } from "./EndDeviceDialog.tsx";
import { PairingDialog, type Pairing } from "./PairingDialog.tsx";
import { scopeText } from "./scopeText.ts";
import listsCss from "../../shared/styles/Lists.module.css";
import css from "./GateScreen.module.css";

/** Scanning on one's own device, and for those who may pair others: these, and scans that need a review. */
export function GateScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/gate" });
  const { can, timezone } = useOwnSeller(slug);
  return can("device.manage") ? <DevicesScreen slug={slug} timezone={timezone} /> : <OwnDeviceScreen slug={slug} />;
}

const scanPage = (slug: string) => ({ href: `/_office/scan/?seller=${slug}`, target: "_blank", rel: "noreferrer" });

function OwnDeviceScreen({ slug }: { readonly slug: string }) {
  return (
    <OfficePage title="Gate" lead="Scan tickets with this device. Once opened, the page also works without a network.">
      <p>
        <ButtonLink kind="primary" {...scanPage(slug)}>
          Scan on this device
        </ButtonLink>
      </p>
    </OfficePage>
  );
}

function DevicesScreen({ slug, timezone }: { readonly slug: string; readonly timezone: string }) {
  const query = useQuery(devicesQuery(slug));
  const { data } = query;
  const [isCreating, setCreating] = useState(false);
  const [pairing, setPairing] = useState<Pairing>();
  const [ending, setEnding] = useState<DeviceRow>();
  const reload = () => queryClient.invalidateQueries({ queryKey: devicesQuery(slug).queryKey });
  const refresh = (): void => void reload();
  const pairingState = data?.devices.find(({ id }) => id === pairing?.id)?.state ?? "waiting_for_pairing";
  const hasEnded = (data?.devices.find(({ id }) => id === ending?.id)?.state ?? "ended") === "ended";
  return (
    <OfficePage
      title="Gate"
      lead="A paired phone can scan tickets, and nothing else."
      actions={
        <>
          <a className={css.link} {...scanPage(slug)}>
            Scan on this device
          </a>
          <Button kind="primary" size="small" onClick={() => setCreating(true)}>
            New device
          </Button>
        </>
      }
    >
      <LoadState query={query} />
      {data && <Conflicts slug={slug} timezone={timezone} rows={data.conflicts} onResolved={refresh} />}
      <Section title="Devices">
        {data?.devices.length === 0 && <p>No device is paired yet. Create one and scan its code with the phone.</p>}
        <ul className={listsCss.framed}>
          {data?.devices.map((device) => (
            <Device
              key={device.id}
              {...{ slug, timezone, device, onPairing: setPairing, onEnding: setEnding, onChanged: refresh }}
              scope={[
                ...data.events.filter(({ id }) => device.event_ids.includes(id)),
                ...data.venues.filter(({ id }) => device.venue_ids.includes(id)),
              ].map(({ name }) => name)}
            />
          ))}
        </ul>
      </Section>
      {isCreating && data && (
        <DeviceDialog
          {...{ slug, timezone, events: data.events, venues: data.venues }}
          onClose={() => setCreating(false)}
          onCreated={(made) => {
            setCreating(false);
            setPairing(made);
            refresh();
          }}
        />
      )}
      {ending && (
        <RowOfDialog isGone={hasEnded} gone="Somebody else has ended this device meanwhile.">
          <EndDeviceDialog slug={slug} device={ending} onEnded={reload} onClose={() => setEnding(undefined)} />
        </RowOfDialog>
      )}
      {pairing && <PairingDialog {...{ slug, pairing }} state={pairingState} onClose={() => setPairing(undefined)} />}
    </OfficePage>
  );
}

const states: Readonly<Record<DeviceRow["state"], string>> = {
  waiting_for_pairing: "Waiting to be paired",
  pairing_expired: "Pairing code expired",
  paired: "Paired",
  ended: "Ended",
};

type DeviceProps = {
  readonly slug: string;
  readonly timezone: string;
  readonly device: DeviceRow;
  readonly scope: readonly string[];
  readonly onPairing: (pairing: Pairing) => void;
  readonly onEnding: (device: DeviceRow) => void;
  readonly onChanged: () => void;
};

function Device({ slug, timezone, device, scope, onPairing, onEnding, onChanged }: DeviceProps) {
  const { id, name, state, ends_at, seen_at, waiting, clock_seconds } = device;
  const renew = useAction(async () => {
    const made = await callOffice(renewPairing, { device_id: id }, slug);
    onPairing({ ...made, name });
    onChanged();
  });
  const isOpen = state !== "ended";
  return (
    <li className={css.device} data-state={state}>
      <div className={css.what}>
        <h3 className={css.name}>{name}</h3>
        <p className={css.quiet}>{scopeText(device, scope)}</p>
      </div>
      <p>
        {states[state]}
        {state === "paired" && seen_at !== null && `, seen ${formatAgo(seen_at)}`}
        {waiting > 0 && <strong> · {count(waiting, "scan")} waiting</strong>}
        {Math.abs(clock_seconds) > 120 && <strong> · its clock is wrong</strong>}
      </p>
      <p className={css.quiet}>Until {formatMoment(ends_at, timezone)}</p>
      <div className={css.actions}>
        {isOpen && state !== "paired" && (
          <Button size="small" busy={renew.isBusy} onClick={() => void renew.run()}>
            New code
          </Button>
        )}
        {isOpen && (
          <Button size="small" kind="danger" onClick={() => onEnding(device)} aria-label={`End ${name}`}>
            End
          </Button>
        )}
      </div>
      {renew.failure && <Banner tone="error">{renew.failure.message}</Banner>}
    </li>
  );
}
