/**
 * The binary list of logins (utmp) as values. It knows the layouts of glibc and nothing of files.
 */

export type Login = { user: string; terminal: string; from: string | null; since: string; pid: number };

/** ut_type of a user's session. */
const USER_PROCESS = 7;

/**
 * One record: type (4 bytes), pid (4), terminal (32), id (4), user (32), host (256), exit (4), session, seconds and
 * microseconds, address (16), reserve (20). On 64-bit Arm the times are 8 bytes each, elsewhere 4.
 */
const NARROW = { size: 384, seconds: 340, bytes: 4 } as const;
const WIDE = { size: 400, seconds: 344, bytes: 8 } as const;

/** Sessions of users, earliest first. `arch` as Node.js names it. */
export function parseLogins(bytes: Uint8Array, arch: string): Login[] {
  const layout = arch === 'arm64' || arch === 'riscv64' || arch === 'loong64' ? WIDE : NARROW;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const littleEndian = arch !== 's390x';
  const logins: (Login & { order: number })[] = [];
  for (let at = 0; at + layout.size <= bytes.length; at += layout.size) {
    if (view.getInt16(at, littleEndian) !== USER_PROCESS) continue;
    const text = (offset: number, length: number): string => {
      const field = bytes.subarray(at + offset, at + offset + length);
      const end = field.indexOf(0);
      return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
    };
    const seconds =
      layout.bytes === 4
        ? view.getUint32(at + layout.seconds, littleEndian)
        : Number(view.getBigInt64(at + layout.seconds, littleEndian));
    logins.push({
      user: text(44, 32),
      terminal: text(8, 32),
      from: text(76, 256) || null,
      since: new Date(1000 * seconds).toISOString(),
      pid: view.getInt32(at + 4, littleEndian),
      order: seconds,
    });
  }
  return logins
    .sort((a, b) => a.order - b.order || (a.terminal < b.terminal ? -1 : a.terminal > b.terminal ? 1 : 0))
    .map(({ order: _, ...login }) => login);
}
