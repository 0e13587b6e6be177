/** What a program that is started as a server may say before it is ended, and that none of its pipes keeps us. */
import { expect, it } from 'vitest';
import { BoundedTransport } from '../../src/toolbox/handler/mcp-transport.ts';

/** Starts a line of the shell as the server, and waits until the pipe to it is closed. */
async function closed(script: string) {
  const messages: unknown[] = [];
  const started = { command: '/bin/sh', argv: ['-c', script], environment: { PATH: '/usr/bin:/bin' }, cwd: '/' };
  const transport = new BoundedTransport(started, () => {});
  const end = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  transport.onmessage = (message) => messages.push(message);
  await transport.start();
  await end;
  await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow(transport.problem ?? 'has ended');
  return { problem: transport.problem, messages };
}

it.each([
  ['an endless line', 'cat /dev/zero', /^one message of it has more than 8388608 bytes$/],
  ['lines without end', 'yes', /^it sent more than 10000 messages$/],
  [
    'long lines without end',
    `yes "$(head -c 100000 /dev/zero | tr '\\0' x)"`,
    /^it said more than 67108864 bytes in all$/,
  ],
])('%s ends it', async (_name, script, problem) => {
  expect((await closed(script)).problem).toMatch(problem);
});

it('what it said before its end is heard, however it was cut up, and what is no message is passed over', async () => {
  const note = (n: number) => `{"jsonrpc":"2.0","method":"n","params":{"n":${n}}}`;
  const script = `echo junk; printf '%s' '${note(1).slice(0, 9)}'; sleep 0.05; echo '${note(1).slice(9)}'; printf '{}\\n${note(2)}\\n${note(3)}'`;
  const { problem, messages } = await closed(script);
  expect([problem, messages]).toEqual([undefined, [JSON.parse(note(1)), JSON.parse(note(2))]]);
});

it('a program that it leaves behind does not hold us', async () => {
  const before = performance.now();
  // It ends by itself, after this test has.
  expect((await closed('sleep 5 & exit 1')).problem).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(4000);
});
