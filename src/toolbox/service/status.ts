/**
 * Tool `service_status`: the state of one service as its systemd manager keeps it.
 */

import type { Json, JsonObject, ToolIo } from '../tool.ts';
import { numberOf, type Properties, scopeOption, showUnit, timeOf, unitName, wordOf } from './systemd.ts';

const PROPERTIES = [
  'Id',
  'Description',
  'LoadState',
  'ActiveState',
  'SubState',
  'UnitFileState',
  'MainPID',
  'StateChangeTimestamp',
  'MemoryCurrent',
  'TasksCurrent',
  'NRestarts',
  'Result',
  'ExecMainCode',
  'ExecMainStatus',
  'FragmentPath',
  'ExecStart',
];

/** waitid(2): how the main process ended. */
const EXITED = 1;
const KILLED = 2;
const DUMPED = 3;

/** Arguments: `name`, `scope` system | user (system). */
export async function run(args: JsonObject, io: ToolIo): Promise<Json> {
  const name = unitName(args);
  return presentStatus(name, await showUnit(name, scopeOption(args), PROPERTIES, io));
}

export function presentStatus(name: string, unit: Properties): { [key: string]: Json } {
  const pid = numberOf(unit.get('MainPID'));
  const ended = numberOf(unit.get('ExecMainCode'));
  const status = numberOf(unit.get('ExecMainStatus'));
  return {
    name: unit.get('Id') ?? name,
    description: wordOf(unit.get('Description')),
    loaded: unit.get('LoadState') ?? 'unknown',
    active: unit.get('ActiveState') ?? 'unknown',
    state: unit.get('SubState') ?? 'unknown',
    starts_at_boot: wordOf(unit.get('UnitFileState')),
    main_pid: pid === 0 ? null : pid,
    since: timeOf(unit.get('StateChangeTimestamp')),
    memory_bytes: numberOf(unit.get('MemoryCurrent')),
    tasks: numberOf(unit.get('TasksCurrent')),
    restarts: numberOf(unit.get('NRestarts')),
    result: wordOf(unit.get('Result')),
    exit_code: ended === EXITED ? status : null,
    exit_signal: ended === KILLED || ended === DUMPED ? status : null,
    unit_file: wordOf(unit.get('FragmentPath')),
    // "{ path=/usr/sbin/x ; argv[]=/usr/sbin/x -D ; ignore_errors=no ; … }"
    command: /argv\[\]=(.*?) ; ignore_errors=/.exec(unit.get('ExecStart') ?? '')?.[1] ?? null,
  };
}
