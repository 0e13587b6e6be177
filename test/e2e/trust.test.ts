/** A catalog that somebody else has written is not believed: what it calls a read waits for a human until it is trusted. */
import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { trustSnapshot } from '../../scripts/build/trusting.ts';
import { checksum } from '../../src/snapshot/checksum.ts';
import { FORMAT_VERSION, HEADER } from '../../src/snapshot/layout.ts';
import { ask, barely, cap, directoryIn, documentOf, emptyDirectory, probes, runRequest } from './executable.ts';

/** A home that trusts nothing, and a directory whose project file names the probes. */
async function foreign() {
  const home = emptyDirectory();
  const cwd = emptyDirectory();
  const snapshot = join(cwd, 'their.snapshot');
  copyFileSync(await probes(), snapshot);
  writeFileSync(join(cwd, '.cap.json'), '{"snapshot":"their.snapshot"}');
  const call = { cwd, env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config') } };
  const request = await runRequest('probe.say', { text: 'hi' }, snapshot);
  return { home, snapshot, call, run: () => ask('run', request, call) };
}

const waits = (status: number | null, answer: unknown) => {
  expect(status).toBe(10);
  expect(answer).toMatchObject({
    status: 'confirmation_required',
    executed: false,
    confirmation: { approver: 'human', rule: expect.stringContaining('cap trust') },
  });
};

describe('a catalog that nobody has trusted', () => {
  test('is searched and read, and waits for a human with every action, however it was chosen', async () => {
    const { snapshot, call, run } = await foreign();
    const inspected = documentOf(await cap(['inspect', 'probe.say', '--json'], call));
    expect(inspected).toMatchObject({ tool_spec: { side_effect: 'R', confirmation: 'none' } });
    const given = await run();
    waits(given.status, documentOf(given));
    for (const argv of [['--snapshot', snapshot], []]) {
      const typed = await cap(['run', 'probe.say', '--text', 'hi', '--json', ...argv], call);
      waits(typed.status, documentOf(typed));
    }
    const env = { ...call.env, CAP_SNAPSHOT: snapshot };
    waits(10, documentOf(await cap(['run', 'probe.say', '--text', 'hi'], { env })));
    const doors = documentOf(await cap(['doors', 'probe.say'], call)) as unknown as { doors: { name: string }[] };
    expect(doors.doors.at(-1)).toMatchObject({
      name: 'executable',
      open: false,
      reason: expect.stringMatching(/trust/),
    });
  });

  test('is not trusted by its header: the hashes of the catalog inside can be copied into one', async () => {
    const { snapshot, call } = await foreign();
    const inside = documentOf(await ask('list', { version: 'capability-list.v1' })) as unknown as {
      catalog: { source_hash: string };
    };
    const file = readFileSync(snapshot);
    file.write(inside.catalog.source_hash, HEADER.sourceHash * 4, 'latin1');
    const head = new Uint8Array(file.subarray(0, file.readUInt32LE(HEADER.headBytes * 4)));
    head.fill(0, HEADER.checksum * 4, HEADER.checksum * 4 + 8);
    checksum(head, FORMAT_VERSION).forEach((half, index) => {
      file.writeUInt32LE(half, (HEADER.checksum + index) * 4);
    });
    writeFileSync(snapshot, file);
    const listed = documentOf(await ask('list', { version: 'capability-list.v1' }, call));
    expect(listed).toMatchObject({ catalog: { source_hash: inside.catalog.source_hash } });
    const given = await cap(['run', 'probe.say', '--text', 'hi'], call);
    waits(given.status, documentOf(given));
  });

  test('runs by its own rules once its hash is listed, and no longer when a byte of it changes', async () => {
    const { home, snapshot, call, run } = await foreign();
    trustSnapshot(snapshot, join(home, '.config'));
    expect(documentOf(await run())).toMatchObject({ status: 'succeeded' });
    expect(documentOf(await cap(['trust'], call))).toMatchObject({ trusted: [{ level: 'user', note: snapshot }] });
    writeFileSync(snapshot, Buffer.concat([readFileSync(snapshot), Buffer.from([0])]));
    expect([10, 20]).toContain((await run()).status);
  });

  test('is not trusted by a list that others may write to', async () => {
    const { home, snapshot, run } = await foreign();
    trustSnapshot(snapshot, join(home, '.config'));
    chmodSync(join(home, '.config', 'cap', 'trusted-snapshots'), 0o666);
    expect((await run()).status).toBe(10);
  });

  test('cannot be trusted through a pipe, and can be forgotten through one', async () => {
    const { home, snapshot, call, run } = await foreign();
    const asked = await cap(['trust', snapshot], { ...call, stdin: 'trust\n' });
    expect(asked.status).toBe(4);
    expect(existsSync(join(home, '.config', 'cap', 'trusted-snapshots'))).toBe(false);
    trustSnapshot(snapshot, join(home, '.config'));
    const { trusted } = documentOf(await cap(['trust'], call)) as unknown as { trusted: [{ hash: string }] };
    const forgotten = documentOf(await cap(['trust', '--forget', trusted[0].hash], call));
    expect(forgotten).toMatchObject({ command: 'forget', trusted: [] });
    expect((await run()).status).toBe(10);
  });

  test('is refused with reason by name: what is no snapshot, what is not there, both at once', async () => {
    const { call, snapshot } = await foreign();
    expect((await cap(['trust', '/nowhere'], call)).status).toBe(20);
    expect((await cap(['trust', join(directoryIn(emptyDirectory(), 'x'))], call)).status).toBe(20);
    expect((await cap(['trust', snapshot, '--forget', 'x'], call)).status).toBe(2);
    expect((await cap(['trust', '--forget', 'x'], call)).status).toBe(2);
    expect(barely().HOME).not.toBe(call.env.HOME);
  });
});

test('the catalog inside needs nobody’s trust, also as a file', async () => {
  const home = emptyDirectory();
  const env = { HOME: home, XDG_CONFIG_HOME: home };
  const inside = join(ROOT, 'dist', 'default.snapshot');
  for (const argv of [[], ['--snapshot', inside]]) {
    const ran = documentOf(await cap(['run', 'system.port.who', '--port', '1', ...argv], { env }));
    expect(ran).toMatchObject({ executed: true });
  }
});
