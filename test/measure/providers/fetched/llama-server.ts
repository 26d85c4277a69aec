import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf, type PublishedPackage } from './package.js';
import { run } from './run.js';

/** This package brings the sources of llama.cpp 0.5.0 as a git bundle, MIT; its own binaries have no server. */
const sources: PublishedPackage = {
  name: 'node-llama-cpp',
  version: '3.22.1',
  sha512: 'bltIipuWmc123H7tMIgDGKSsSrhmhlQYeVUC48XTjVW7XGJJiJJyCdlTMzQ/LiWoPkGDpcL4FviDpgw7qfTiDw==',
};
const bundle = 'llama/gitRelease.bundle';

/** A server without what needs the network: no page, no TLS. */
const options = [
  '-DCMAKE_BUILD_TYPE=Release',
  '-DBUILD_SHARED_LIBS=OFF',
  '-DLLAMA_BUILD_TESTS=OFF',
  '-DLLAMA_BUILD_EXAMPLES=OFF',
  '-DLLAMA_BUILD_APP=OFF',
  '-DLLAMA_USE_PREBUILT_UI=OFF',
  '-DLLAMA_OPENSSL=OFF',
  '-DGGML_OPENMP=OFF',
  // Built for all that a new processor has, this version ends with a segmentation fault on some.
  '-DGGML_NATIVE=OFF',
  '-DGGML_CCACHE=OFF',
];

/** The path of `llama-server`, built from source when it is not there yet, which takes 5 to 20 minutes. Needs git, CMake and a C++ compiler. */
export async function llamaServerIn(cache: string, jobs: number): Promise<string> {
  const folder = join(cache, `llama.cpp-of-${sources.name}-${sources.version}`);
  const server = join(folder, 'llama-server');
  if (existsSync(server)) return server;
  const brought = join(await filesOf(sources, [bundle], cache), bundle);
  mkdirSync(folder, { recursive: true });
  const [source, build] = [join(folder, 'source'), join(folder, 'build')];
  if (!existsSync(join(source, 'CMakeLists.txt'))) {
    rmSync(source, { recursive: true, force: true });
    await run('git', ['clone', '--quiet', brought, source], { cwd: folder });
  }
  await run('cmake', ['-B', build, '-S', source, ...options], { cwd: folder });
  await run('cmake', ['--build', build, '--target', 'llama-server', '--parallel', String(jobs)], { cwd: folder });
  renameSync(join(build, 'bin/llama-server'), server);
  for (const done of [source, build]) rmSync(done, { recursive: true });
  return server;
}
