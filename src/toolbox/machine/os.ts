/**
 * Tool `system_os`: which operating system this is, and whether it runs on bare metal.
 */
import { access } from 'node:fs/promises';
import { hostname, machine, release } from 'node:os';
import { needProc } from '../proc/details.ts';
import { parseAssignments, readText } from '../proc/sys-files.ts';
import type { Json } from '../tool.ts';

/** No arguments. */
export async function run(): Promise<Json> {
  needProc('system_os');
  const facts = parseAssignments(
    (await readText('/etc/os-release')) ?? (await readText('/usr/lib/os-release')) ?? 'NAME=Linux',
  );
  const kernel = release();
  const cpu = (await readText('/proc/cpuinfo')) ?? '';
  return {
    name: facts.get('NAME') ?? 'Linux',
    version: facts.get('VERSION') ?? facts.get('VERSION_ID') ?? facts.get('BUILD_ID') ?? null,
    codename: facts.get('VERSION_CODENAME') ?? null,
    id: facts.get('ID') ?? null,
    like: (facts.get('ID_LIKE') ?? '').split(' ').filter((word) => word !== ''),
    kernel,
    architecture: machine(),
    hostname: hostname(),
    init: (await readText('/proc/1/comm')) ?? null,
    container: await findContainer(),
    virtual_machine: /^flags\s*:.*\bhypervisor\b/m.test(cpu) || (await readText('/sys/hypervisor/type')) !== undefined,
    wsl: /microsoft/i.test(kernel),
  };
}

/** By the marks that container runtimes leave; a container may hide them all. */
async function findContainer(): Promise<string | null> {
  const exists = (path: string): Promise<boolean> =>
    access(path).then(
      () => true,
      () => false,
    );
  // systemd and LXC name themselves here.
  const named = await readText('/run/systemd/container');
  if (named !== undefined) return named;
  if (await exists('/.dockerenv')) return 'docker';
  if (await exists('/run/.containerenv')) return 'podman';
  if (await exists('/var/run/secrets/kubernetes.io')) return 'kubernetes';
  const environment = (await readText('/proc/1/environ')) ?? '';
  return /(?:^|\0)container=([^\0]+)/.exec(environment)?.[1] ?? null;
}
