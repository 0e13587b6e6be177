/** Tool `codec_timestamp_convert`: between Unix time and dates, in any time zone that the system knows. */
import { oneOf, optionalText, text } from '../arguments.ts';
import { type Json, type JsonObject, ToolFailure } from '../tool.ts';

const UNITS = { s: 1000, ms: 1, us: 1 / 1000, ns: 1 / 1_000_000 } as const;
type Unit = keyof typeof UNITS;
/** The years 0000 to 9999, which have a plain ISO form. */
const EARLIEST = Date.parse('0000-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59Z');
const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;

export function run(args: JsonObject): Json {
  const value = text(args, 'value').trim();
  const timezone = zoneOf(optionalText(args, 'timezone'));
  const { milliseconds, unit } = read(value, oneOf(args, 'unit', ['auto', 's', 'ms', 'us', 'ns'], 'auto'), timezone);
  if (!(milliseconds >= EARLIEST && milliseconds <= LATEST)) {
    throw new ToolFailure(`${value} is outside of the years 0000 to 9999`, 'invalid_arguments');
  }
  const offset = offsetAt(milliseconds, timezone);
  const shifted = new Date(milliseconds + offset * 60_000);
  return {
    seconds: Math.floor(milliseconds / 1000),
    milliseconds: Math.floor(milliseconds),
    utc: new Date(milliseconds).toISOString(),
    local: shifted.toISOString().replace('Z', offsetText(offset)),
    timezone,
    weekday: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][shifted.getUTCDay()]!,
    unit,
  };
}

function read(value: string, unit: Unit | 'auto', timezone: string): { milliseconds: number; unit: Unit | null } {
  if (value.toLowerCase() === 'now') return { milliseconds: Date.now(), unit: null };
  if (/^[-+]?\d+(?:\.\d+)?$/.test(value)) {
    const chosen = unit === 'auto' ? unitOf(value) : unit;
    return { milliseconds: Math.round(Number(value) * UNITS[chosen] * 1000) / 1000, unit: chosen };
  }
  const match = DATE.exec(value);
  if (match === null) {
    throw new ToolFailure(
      `"${value}" is neither a number nor a date such as 2026-01-31 or 2026-01-31T08:00:00+08:00`,
      'invalid_arguments',
    );
  }
  const [year, month, day, hour, minute, second, fraction] = match.slice(1, 8).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milli = match[7] === undefined ? 0 : Math.round(fraction * 10 ** (3 - match[7].length));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milli);
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!isReal) throw new ToolFailure(`there is no such date or time: ${value}`, 'invalid_arguments');
  return { milliseconds: date.getTime() - zoneOffset(match[8], date.getTime(), timezone) * 60_000, unit: null };
}

/** Ten digits are seconds until the year 2286; each further three a finer unit. */
function unitOf(value: string): Unit {
  const digits = value.replace(/^[-+]/, '').split('.')[0]!.length;
  if (digits <= 11) return 's';
  return digits <= 14 ? 'ms' : digits <= 17 ? 'us' : 'ns';
}

/** Minutes east of UTC, of a wall-clock time given as if it were UTC. */
function zoneOffset(written: string | undefined, wall: number, timezone: string): number {
  if (written === undefined) {
    const first = offsetAt(wall, timezone);
    // Around a change of the clocks the offset at the moment itself counts.
    return offsetAt(wall - first * 60_000, timezone);
  }
  if (/^z$/i.test(written)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(written)!;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Minutes east of UTC at a moment, by the system's own table of zones. */
function offsetAt(milliseconds: number, timezone: string): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(milliseconds).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const match = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name);
  if (match?.[1] === undefined) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

function zoneOf(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en-US', name === undefined ? {} : { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    throw new ToolFailure(`there is no time zone "${name}"; names look like Asia/Shanghai`, 'invalid_arguments');
  }
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'Z';
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
