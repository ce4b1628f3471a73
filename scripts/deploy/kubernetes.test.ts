import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Job } from "kubernetes-models/batch/v1";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Service } from "kubernetes-models/v1";
import ts from "typescript-5";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exists, metricsPort, read, readYaml, root, unknownNames } from "./deployFiles.ts";

type Manifest = { readonly apiVersion: string; readonly kind: string };

const files = ["settings", "migrate", "servers"].map((name) => `deploy/kubernetes/${name}.yaml`);
const manifests = files.flatMap((file) => readYaml(file) as Manifest[]);
const models = {
  ConfigMap: { model: ConfigMap, from: "v1" },
  Job: { model: Job, from: "batch/v1" },
  Deployment: { model: Deployment, from: "apps/v1" },
  Service: { model: Service, from: "v1" },
  HorizontalPodAutoscaler: { model: HorizontalPodAutoscaler, from: "autoscaling/v2" },
  PodDisruptionBudget: { model: PodDisruptionBudget, from: "policy/v1" },
  NetworkPolicy: { model: NetworkPolicy, from: "networking.k8s.io/v1" },
} as const;
type Kind = keyof typeof models;
const find = <K extends Kind>(kind: K): InstanceType<(typeof models)[K]["model"]> => {
  const found = manifests.find((manifest) => manifest.kind === kind);
  if (!found) throw new Error(`There is no ${kind}.`);
  const Model = models[kind].model as unknown as new (data: unknown) => InstanceType<(typeof models)[K]["model"]>;
  return new Model(found);
};

test("every manifest follows the published schema of its kind", () => {
  expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(models).toSorted());
  for (const { kind } of manifests) find(kind as Kind).validate();
  const job = manifests.find(({ kind }) => kind === "Job") as object;
  expect(() => new Job({ ...job, spec: { backoffLimit: 1 } } as never).validate()).toThrow(/template/);
});

/** The schema allows unknown fields; the types of the same package do not. */
const typeErrors = (documents: readonly Manifest[]): string[] => {
  const path = join(root, "scripts/deploy/manifests.generated.ts");
  const text = documents
    .map(
      ({ kind }, nth) => `import type { I${kind} as K${nth} } from "kubernetes-models/${models[kind as Kind].from}";`,
    )
    .concat(documents.map((manifest, nth) => `export const m${nth}: K${nth} = ${JSON.stringify(manifest)};`))
    .join("\n");
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const files = ts.createCompilerHost(options);
  host.fileExists = (name) => name === path || files.fileExists(name);
  host.getSourceFile = (name, target, ...rest) =>
    name === path ? ts.createSourceFile(name, text, target) : files.getSourceFile(name, target, ...rest);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
};

test("no manifest has an unknown field", () => {
  expect(typeErrors(manifests)).toEqual([]);
  const misspelt = {
    ...(manifests.find(({ kind }) => kind === "PodDisruptionBudget") as Manifest),
    spec: { maxUnavailabel: 1 },
  };
  expect(typeErrors([misspelt as Manifest]).join()).toContain("maxUnavailabel");
}, 60_000);

const podOf = (kind: "Deployment" | "Job") => {
  const { spec } = find(kind);
  const pod = spec?.template.spec;
  const [container] = pod?.containers ?? [];
  if (!pod || !container) throw new Error(`${kind} has no container.`);
  return { pod, container, labels: spec?.template.metadata?.labels ?? {} };
};

test("settings, files and ports are those of the product", () => {
  expect(unknownNames(Object.keys(find("ConfigMap").data ?? {}))).toEqual([]);
  const secrets = [...read(files[0] ?? "").matchAll(/--from-literal=(\w+)=/g)].map(([, name = ""]) => name);
  expect([secrets.length, unknownNames(secrets)]).toEqual([4, []]);
  expect(find("ConfigMap").data?.["METRICS_PORT"]).toBe(String(metricsPort));
  const { container } = podOf("Job");
  expect([container.command?.[0], exists(container.command?.[1] ?? "")]).toEqual(["node", true]);
  const server = podOf("Deployment").container;
  expect(server.ports?.map(({ containerPort }) => containerPort)).toEqual([3000, metricsPort]);
  expect(read("Dockerfile")).toContain("PORT=3000");
  const allowed = find("NetworkPolicy").spec?.ingress?.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
  expect(allowed).toEqual([3000, metricsPort]);
  for (const probe of [server.startupProbe, server.readinessProbe, server.livenessProbe])
    expect(read("apps/server/src/http/health/healthChecks.ts")).toContain(`"${probe?.httpGet?.path}"`);
  expect(server.livenessProbe?.httpGet?.path).toBe("/livez");
  expect(container.image).toBe(server.image);
});

test("everything finds the servers by their labels, and only the servers", () => {
  const { labels } = podOf("Deployment");
  const selectors = [
    find("Deployment").spec?.selector.matchLabels,
    find("Service").spec?.selector,
    find("PodDisruptionBudget").spec?.selector?.matchLabels,
  ];
  for (const selector of selectors) expect(selector).toEqual(labels);
  expect(podOf("Job").labels).not.toEqual(labels);
  expect(find("HorizontalPodAutoscaler").spec?.scaleTargetRef).toMatchObject({ kind: "Deployment", name: "foyer" });
});

test("a server may finish its requests before it is killed, and can only write to /tmp", () => {
  const { pod, container } = podOf("Deployment");
  const drain = Number(find("ConfigMap").data?.["DRAIN_SECONDS"]);
  const asleep = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + asleep + 40);
  for (const kind of ["Deployment", "Job"] as const) {
    const { pod: inPod, container: inContainer } = podOf(kind);
    expect(inPod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    expect(inContainer.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
    expect(inContainer.volumeMounts).toEqual([{ name: "tmp", mountPath: "/tmp" }]);
  }
});
