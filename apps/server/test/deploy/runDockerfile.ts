import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob } from "node:path";
import { promisify } from "node:util";
import { DockerfileParser, type Copy, type Instruction } from "dockerfile-ast";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../../..");

/** The result of an image's last stage, as a folder of this machine. */
export type BuiltImage = {
  /** Its file system, which contains WORKDIR. */
  readonly folder: string;
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly user: number;
  remove(): Promise<void>;
};

/** The image also uses this machine's proxies and certificates. */
const { NODE_ENV: _, NODE_OPTIONS: __, ...withoutTestSettings } = process.env;

type Stage = {
  folder: string;
  workingFolder: string;
  environment: Record<string, string>;
  command: string[];
  user: number;
};

/**
 * Runs the steps of the Dockerfile without a container: each stage is an empty folder, its programs are this machine's.
 * The base image is ignored, so Node is the one that runs the test.
 */
export const runDockerfile = async (): Promise<BuiltImage> => {
  const home = await mkdtemp(join(tmpdir(), "foyer-image-"));
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  const instructions = DockerfileParser.parse(await readFile(join(root, "Dockerfile"), "utf8")).getInstructions();
  for (const instruction of instructions) {
    const keyword = instruction.getKeyword();
    if (keyword === "FROM") {
      const name = /\bAS (\w+)$/.exec(instruction.getArgumentsContent() ?? "")?.[1] ?? "last";
      stage = { folder: join(home, name), workingFolder: "/", environment: {}, command: [], user: 0 };
      stages.set(name, stage);
      await mkdir(stage.folder);
    } else if (stage) await runInstruction(instruction, stage, stages);
  }
  if (!stage) throw new Error("The Dockerfile has no stage.");
  // An image has only its last stage.
  for (const { folder } of stages.values()) if (folder !== stage.folder) await rm(folder, { recursive: true });
  return { ...stage, remove: () => rm(home, { recursive: true, force: true }) };
};

const runInstruction = async (instruction: Instruction, stage: Stage, stages: Map<string, Stage>): Promise<void> => {
  const text = instruction.getArgumentsContent() ?? "";
  const inStage = (path: string): string =>
    join(stage.folder, path.startsWith("/") ? path : join(stage.workingFolder, path));
  switch (instruction.getKeyword()) {
    case "WORKDIR":
      stage.workingFolder = text;
      await mkdir(inStage("."), { recursive: true });
      return;
    case "COPY":
      return copy(instruction as Copy, inStage, stages);
    case "RUN":
      await run("sh", ["-c", text.replaceAll("\\\n", " ")], {
        cwd: inStage("."),
        env: { ...withoutTestSettings, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
        maxBuffer: 10_000_000,
      });
      return;
    case "ENV":
      for (const [, name = "", value = ""] of text.matchAll(/(\w+)=(\S+)/g)) stage.environment[name] = value;
      return;
    case "USER":
      stage.user = Number(text.split(":")[0]);
      return;
    case "CMD":
      stage.command = JSON.parse(text) as string[];
      return;
  }
};

const copy = async (
  instruction: Copy,
  inStage: (path: string) => string,
  stages: Map<string, Stage>,
): Promise<void> => {
  const [source = "", target = ""] = instruction.getArguments().map((argument) => argument.getValue());
  const from = instruction.getFromFlag()?.getValue();
  if (from !== undefined && from !== null) {
    const origin = stages.get(from);
    if (!origin) throw new Error(`There is no stage ${from}.`);
    return cp(join(origin.folder, source), inStage(target), { recursive: true, verbatimSymlinks: true });
  }
  if (source !== ".") throw new Error(`COPY ${source} is not known here.`);
  for (const file of await filesOfContext()) await cp(join(root, file), inStage(join(target, file)));
};

/** The files that Docker would send: those of the checkout except for .dockerignore. */
const filesOfContext = async (): Promise<string[]> => {
  const { stdout } = await run("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, maxBuffer: 10_000_000 });
  const ignored = (await readFile(join(root, ".dockerignore"), "utf8")).trim().split("\n");
  return stdout
    .trim()
    .split("\n")
    .filter((file) => !ignored.some((pattern) => matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`)));
};
