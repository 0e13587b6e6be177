/**
 * Tool `service_list`: the services of a systemd manager, loaded or only installed.
 */
import { oneOf, optionalInteger, optionalText } from '../arguments.ts';
import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { numberOf, parseProperties, scopeOption, systemctl, wordOf } from './systemd.ts';

type Service = {
  name: string;
  description: string | null;
  active: string;
  state: string;
  starts_at_boot: string | null;
  main_pid: number | null;
};

const PROPERTIES = 'Id,Description,LoadState,ActiveState,SubState,UnitFileState,MainPID';

/** Arguments: `scope` system | user (system), `state` all | running | failed | stopped (all), `name`, `limit` (200). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const scope = scopeOption(args);
  const state = oneOf(args, 'state', ['all', 'running', 'failed', 'stopped'], 'all');
  const name = (optionalText(args, 'name') ?? '').toLowerCase();
  const limit = optionalInteger(args, 'limit') ?? 200;
  const loaded = await systemctl([scope, 'show', `--property=${PROPERTIES}`, '--', '*.service'], io);
  const files = await systemctl([scope, 'list-unit-files', '--type=service', '--plain', '--no-legend'], io);
  const services = mergeServices(loaded.stdout.toString('utf8'), files.stdout.toString('utf8')).filter(
    (service) =>
      (state === 'all' || fits(service, state)) &&
      (service.name.toLowerCase().includes(name) || (service.description ?? '').toLowerCase().includes(name)),
  );
  return { services: services.slice(0, limit), total: services.length, truncated: services.length > limit };
}

/** `loaded`: of `systemctl show`; `files`: of `systemctl list-unit-files`, name and state by spaces. */
export function mergeServices(loaded: string, files: string): Service[] {
  const services = new Map<string, Service>();
  for (const unit of parseProperties(loaded)) {
    const name = unit.get('Id') ?? '';
    // Something refers to it, but it is not installed.
    if (name === '' || unit.get('LoadState') === 'not-found') continue;
    const pid = numberOf(unit.get('MainPID'));
    services.set(name, {
      name,
      description: wordOf(unit.get('Description')),
      active: unit.get('ActiveState') ?? 'unknown',
      state: unit.get('SubState') ?? 'unknown',
      starts_at_boot: wordOf(unit.get('UnitFileState')),
      main_pid: pid === 0 ? null : pid,
    });
  }
  for (const line of files.split('\n')) {
    const [name, state] = line.trim().split(/\s+/);
    // A template ("getty@") is no service before it has an instance, and an alias is one under another name.
    if (name === undefined || state === undefined || name.includes('@.') || state === 'alias' || services.has(name)) {
      continue;
    }
    services.set(name, {
      name,
      description: null,
      active: 'inactive',
      state: 'dead',
      starts_at_boot: state,
      main_pid: null,
    });
  }
  return [...services.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function fits(service: Service, state: 'running' | 'failed' | 'stopped'): boolean {
  if (state === 'running')
    return service.active === 'active' || service.active === 'activating' || service.active === 'reloading';
  return state === 'failed' ? service.active === 'failed' : service.active === 'inactive';
}
