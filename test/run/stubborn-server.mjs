// A server of the Model Context Protocol, spoken by hand, so that it can also break off in the middle. With a file to note
// numbers in, it is hard to get rid of: it ignores what asks it to end, has a child that does the same, and writes both
// numbers down. Without one it ends with its input, as servers do.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const note = process.argv[2];
if (note !== undefined) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  setInterval(() => {}, 1000);
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {
    stdio: 'ignore',
    detached: true,
  });
  appendFileSync(note, `${process.pid}\n${child.pid}\n`);
}

const say = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
const refuse = (id, code) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no' } })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: 'stubborn', version: '1' };
    say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
  }
  if (method !== 'tools/call') return;
  if (params.name === 'die') process.exit(1);
  if (params.name === 'echo') say(id, { content: [{ type: 'text', text: params.arguments.message }] });
  if (params.name === 'environment') say(id, { content: [], structuredContent: { ...process.env } });
  if (params.name === 'nest') {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":${deep}}}}\n`);
  }
  if (params.name.startsWith('code')) refuse(id, Number(params.name.slice(4)));
  const repeat = (text) => process.stdout.write(text, () => repeat(text));
  if (params.name === 'flood')
    repeat('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n'.repeat(500));
  if (params.name === 'misshapen') say(id, { content: 'none', isError: 'maybe' });
  if (params.name === 'behind') {
    const sleeper = spawn('/bin/sleep', ['60'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    appendFileSync(params.arguments.pid, `${sleeper.pid}\n`);
    say(id, { content: [{ type: 'text', text: 'the answer' }] });
  }
  const key = process.env.API_KEY;
  if (params.name === 'words') say(id, { isError: true, content: [{ type: 'text', text: 'w'.repeat(990) + key }] });
  if (params.name === 'chatter') {
    process.stderr.write(`${key}${'x'.repeat(70_000)}${key}${'y'.repeat(990)}`, () => process.exit(1));
  }
});
