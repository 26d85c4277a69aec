import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, type PublishedPackage } from '../providers/fetched/package.js';

/** Where JavaScript runs, and how a module of a folder is run there to its end. */
export interface Runtime {
  readonly name: string;
  /** It has no files and no packages, and runs what a module offers, not the module. */
  readonly isWorker: boolean;
  /** What it printed. The module stands in the folder, with what it imports; it may call loopback and read the folder. */
  run(folder: string, module: string): Promise<string>;
}

/** Programs as npm brings them: each of these packages is one binary, without a script. */
type Builds = Readonly<Record<'x64' | 'arm64', PublishedPackage>>;

const deno: Builds = {
  x64: {
    name: '@deno/linux-x64-glibc',
    version: '2.9.6',
    sha512: '3md4TKLCuzsLDmfOoC5KN7NAZaxSVkMgm64vg6foD00JBADCpYS2/5QqXfzgnP5ZQz3iLP9vBQJtEgc116OAoQ==',
  },
  arm64: {
    name: '@deno/linux-arm64-glibc',
    version: '2.9.6',
    sha512: 'poqhoH9B3nYloigEMPT5t8HY+wBeiuea1An5Q7fqgJzP0SYmWsoS/oUnWO/pEiA4ofzIBy1Elt/in58xKtxEoQ==',
  },
};
const bun: Builds = {
  x64: {
    name: '@oven/bun-linux-x64',
    version: '1.4.5',
    sha512: 'IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==',
  },
  arm64: {
    name: '@oven/bun-linux-aarch64',
    version: '1.4.5',
    sha512: '4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==',
  },
};
const workerd: Builds = {
  x64: {
    name: '@cloudflare/workerd-linux-64',
    version: '1.20261117.1',
    sha512: 'gZLA8X11m/luZwn+YA3+mDu61vdxNJzpksP/QZqjydKTQ+VUCulsK5gtn9Bqst1p3KJu2kafQpJ1nDQv4B23jA==',
  },
  arm64: {
    name: '@cloudflare/workerd-linux-arm64',
    version: '1.20261117.1',
    sha512: 'gxWngFojq41ULKNKb9rpWYvKotN5hT2I/xot+Bpy31cXzrwcTgtDLSMb2t75sW5BJxH7hihFvikgYb577kB3Zg==',
  },
};

/** Node as it runs this, and the others as they are fetched. */
export async function runtimesIn(cache: string): Promise<readonly Runtime[]> {
  const machine = process.arch === 'arm64' ? 'arm64' : 'x64';
  const program = async (builds: Builds, file: string): Promise<string> => join(await filesOf(builds[machine], [file], cache), file);
  const [denoProgram, bunProgram, workerdProgram] = [
    await program(deno, 'deno'),
    await program(bun, 'bin/bun'),
    await program(workerd, 'bin/workerd'),
  ];
  return [
    { name: `Node ${process.versions.node}`, isWorker: false, run: (folder, module) => printed(process.execPath, [module], folder) },
    {
      name: `Deno ${deno[machine].version}`,
      isWorker: false,
      run: (folder, module) =>
        printed(denoProgram, ['run', '--quiet', '--no-prompt', '--allow-net=127.0.0.1', `--allow-read=${folder}`, module], folder),
    },
    { name: `Bun ${bun[machine].version}`, isWorker: false, run: (folder, module) => printed(bunProgram, [module], folder) },
    {
      name: `workerd ${workerd[machine].version}`,
      isWorker: true,
      run: (folder, module) => {
        writeFileSync(join(folder, 'workerd.capnp'), workerdConfig(folder, module));
        return printed(workerdProgram, ['test', 'workerd.capnp'], folder);
      },
    },
  ];
}

/** A worker has no files: its configuration names each module. */
function workerdConfig(folder: string, main: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js') && file !== main);
  const modules = [main, ...files].map((file) => `    (name = "${file}", esModule = embed "${file}"),`).join('\n');
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["local"]))],
);
const main :Workerd.Worker = (
  compatibilityDate = "2026-11-01",
  globalOutbound = "internet",
  modules = [
${modules}
  ],
);
`;
}

const longestMs = 120_000;

/** What it printed, and how it ended where that was not well. */
function printed(program: string, given: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: { HOME: cwd, TMPDIR: cwd, NO_COLOR: '1' }, timeout: longestMs, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    execFile(program, given, options, (error, stdout, stderr) => resolve(error ? `${stdout}\n${error.message}\n${stderr}` : stdout));
  });
}
